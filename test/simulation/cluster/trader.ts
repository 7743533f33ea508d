import type { SeededRng } from "../../../src/kernel/host/seededRng.ts";
import type { Observation } from "../../cluster/check/history.ts";
import type { SimulatedClock } from "../../host/simulatedClock.ts";
import type { Answer, Ask } from "./desk.ts";
import { MIDDLE_TICKS, userName } from "./desk.ts";

/** A client gives up on a node that says nothing for so long, ms. */
export const PATIENCE_MS = 4_000;
/** How long a trader goes on with a request for which no node has an answer, ms. */
const PERSIST_MS = 20_000;
/** Between two attempts at a node that says to come again. */
const RETRY_MS = 200;
/** Orders lie so far from the middle; some trade with each other. */
const DEPTH_TICKS = 40;

export interface TraderWorld {
  readonly clock: SimulatedClock;
  readonly rng: SeededRng;
  readonly nodes: readonly string[];
  /** Asks a node; `undefined` when no answer has come back in time. */
  readonly ask: (node: string, ask: Ask) => Promise<Answer | undefined>;
  readonly observe: (seen: Observation) => void;
  /** A request is sent once more, byte for byte, and has its answer. */
  readonly onResent: () => void;
  /** A deposit of an amount that no other has. */
  readonly onDeposit: (quanta: number, answer: Answer | undefined) => void;
  /** Between two acts of one trader, ms. */
  readonly thinkMs: () => number;
}

/**
 * Trades at all nodes: places, cancels, deposits and reads, each at another one; what nobody answered it
 * sends again byte for byte, if that is safe.
 */
export class SimulatedTrader {
  readonly done: Promise<void>;
  readonly #world: TraderWorld;
  readonly #user: number;
  readonly #account: number;
  #isOver = false;
  #number = 0;
  /** Client ids that were acknowledged, latest last. */
  readonly #placed: string[] = [];

  constructor(user: number, account: number, world: TraderWorld) {
    this.#user = user;
    this.#account = account;
    this.#world = world;
    this.done = this.#trade();
  }

  /** Begins nothing more. */
  stop(): void {
    this.#isOver = true;
  }

  async #trade(): Promise<void> {
    const { rng, thinkMs } = this.#world;
    await this.#pause(thinkMs());
    while (!this.#isOver) {
      const draw = rng.below(12);
      if (draw < 6) await this.#place();
      else if (draw < 8) await this.#cancel();
      else if (draw < 9) await this.#deposit();
      await this.#read();
      await this.#pause(thinkMs());
    }
  }

  async #place(): Promise<void> {
    const { rng, clock, observe } = this.#world;
    const number = ++this.#number;
    const clientId = `${this.#user}-${number}`;
    const side = rng.oneIn(2) ? "buy" : "sell";
    const off = rng.below(DEPTH_TICKS) - (rng.oneIn(4) ? DEPTH_TICKS >> 1 : 0);
    const price = MIDDLE_TICKS + (side === "buy" ? -off : off);
    const hash = (this.#user + 1) * 1_000_000 + number;
    const sentAt = clock.monotonicMs();
    const { node, answer } = await this.#persist({
      type: "place",
      ...{ account: this.#account, clientId, hash, side, price, size: 1 + rng.below(20) },
    });
    const seen = {
      type: "placed",
      account: userName(this.#user),
      clientId,
      node,
      sentAt,
      answeredAt: clock.monotonicMs(),
    } as const;
    if (answer?.type === "done") {
      this.#placed.push(clientId);
      observe({
        ...seen,
        answer: { type: "acknowledged", order: String(answer.id), version: answer.version },
      });
    } else if (answer?.type === "refused") observe({ ...seen, answer: { type: "refused", why: answer.why } });
    else observe({ ...seen, answer: { type: "unknown" } });
  }

  async #cancel(): Promise<void> {
    const clientId = this.#placed.pop();
    if (clientId !== undefined) await this.#persist({ type: "cancel", account: this.#account, clientId });
  }

  /** Sent once: a second time it would be a second one. */
  async #deposit(): Promise<void> {
    const quanta = (this.#user + 1) * 1_000_000 + ++this.#number;
    const answer = await this.#world.ask(this.#next(), { type: "deposit", account: this.#account, quanta });
    this.#world.onDeposit(quanta, answer);
  }

  async #read(): Promise<void> {
    const { clock, ask, observe } = this.#world;
    const node = this.#next();
    const sentAt = clock.monotonicMs();
    const answer = await ask(node, { type: "read", account: this.#account });
    if (answer?.type !== "orders") return;
    const { version, orders } = answer;
    const account = userName(this.#user);
    observe({ type: "read", account, node, sentAt, answeredAt: clock.monotonicMs(), version, orders });
  }

  async #persist(asked: Ask): Promise<{ readonly node: string; readonly answer: Answer | undefined }> {
    const { clock, ask, onResent } = this.#world;
    const untilMs = clock.monotonicMs() + PERSIST_MS;
    for (let attempt = 1; ; attempt++) {
      const node = this.#next();
      const answer = await ask(node, asked);
      const isAnswered = answer !== undefined && answer.type !== "unavailable";
      if (isAnswered && attempt > 1) onResent();
      if (isAnswered || clock.monotonicMs() > untilMs) return { node, answer };
      await this.#pause(RETRY_MS);
    }
  }

  #next(): string {
    const { nodes, rng } = this.#world;
    return nodes[rng.below(nodes.length)]!;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.#world.clock.setTimer(ms, resolve));
  }
}
