import { once } from "node:events";
import type { Socket } from "node:net";
import { createServer } from "node:net";
import type { Venue } from "../../assembly/venue/index.ts";
import { OperatorError } from "../../assembly/venue/index.ts";
import type { FaultInput } from "../../interface/wire/control/operations/faults.ts";
import { ISOLATED } from "../../kernel/core/index.ts";
import type { ExaminerAction, Seen } from "./happening.ts";
import { ofType, watchedMs } from "./happening.ts";
import type { ExamObserver } from "./observer.ts";

/** A condition that is waited for is asked anew when something happens, and at least this often, ms. */
const ASKED_EVERY_MS = 200;

/** How long {@link Examiner.noticed} waits for a bot to place an order, ms. */
const NOTICES_WITHIN_MS = 8_000;
/** For how many of the bot's next orders a directive is given: more than a bot places in a case. */
const ORDERS_MAX = 1_000;

/** The case is over, whatever its examiner was waiting for. */
export class CaseOver extends Error {
  override readonly name = "CaseOver";
}

/** Conducts a case: acts on the venue, and waits for what is seen of the bot. */
export class Examiner {
  #venue: Venue;
  /** Name and number of the bot's account. */
  readonly name: string;
  readonly account: number;
  /** The contract's symbol, and its smallest size. */
  readonly symbol: string;
  readonly lot: string;
  readonly #observer: ExamObserver;
  readonly #isOver: (seen: Seen) => boolean;
  readonly #reopen: () => Promise<Venue>;

  /** @param parts `reopen` starts the venue again after it was killed */
  constructor(
    parts: Pick<Examiner, "venue" | "name" | "account" | "symbol" | "lot"> & {
      readonly reopen: () => Promise<Venue>;
    },
    observer: ExamObserver,
    isOver: (seen: Seen) => boolean,
  ) {
    this.#venue = parts.venue;
    this.#reopen = parts.reopen;
    this.name = parts.name;
    this.account = parts.account;
    this.symbol = parts.symbol;
    this.lot = parts.lot;
    this.#observer = observer;
    this.#isOver = isOver;
  }

  /** The running venue; {@link kill} replaces it. */
  get venue(): Venue {
    return this.#venue;
  }

  /** Waits until a condition holds. @returns what was seen by then @throws CaseOver */
  async until(holds: (seen: Seen) => boolean | Promise<boolean>): Promise<Seen> {
    for (;;) {
      const seen = this.#observer.seen();
      if (this.#isOver(seen)) throw new CaseOver();
      if (await holds(seen)) return seen;
      await this.#observer.more(ASKED_EVERY_MS);
    }
  }

  /**
   * Waits as {@link until} does, for a condition that still holds once it is known whether the bot kept up
   * until then. If it did not, requests that seemed too many may have been delayed ones. @throws CaseOver
   */
  async untilSure(holds: (seen: Seen) => boolean): Promise<Seen> {
    for (;;) {
      const { untilMs } = await this.until(holds);
      const seen = await this.until(() => this.#observer.heardMs >= untilMs);
      if (holds(seen)) return seen;
    }
  }

  /** Waits until the bot was watched for `ms` more. @throws CaseOver */
  async wait(ms: number): Promise<void> {
    const { untilMs } = this.#observer.seen();
    await this.until((seen) => watchedMs(seen, untilMs) >= ms);
  }

  /**
   * Kills the venue: nothing is written any more, every connection is reset. Once the bot has tried in vain
   * to connect, and after `ms` more, the venue recovers from its journal, at the same port.
   *
   * @throws CaseOver
   */
  async kill(ms: number): Promise<void> {
    const killed = this.#venue;
    const { untilMs: sinceMs } = this.#observer.seen();
    killed.engine.halt(new Error("killed by the examiner"));
    killed.gateway.cut();
    this.did("begin", "the venue is killed");
    await killed.stop();
    const turnAway = () => this.#observer.add({ type: "turnedAway", isPrivate: false, status: 0 });
    const free = await this.#listening(() => holdRefusingPort(killed.port, turnAway));
    try {
      await this.until((seen) =>
        ofType(seen, "turnedAway").some(({ status, atMs }) => status === 0 && atMs >= sinceMs),
      );
      await this.wait(ms);
    } finally {
      await free();
    }
    this.#venue = await this.#listening(this.#reopen);
    await this.#observer.follow(this.#venue, this.account);
    this.did("end", `the venue has recovered ${this.#venue.recovery.headSeq} commands from its journal`);
  }

  /**
   * Listens at the venue's port as soon as nobody else does. While nobody listens, the system may give the
   * port to any process that asks for a free one. @throws CaseOver
   */
  async #listening<T>(listen: () => Promise<T>): Promise<T> {
    let listening: T | undefined;
    await this.until(async () => {
      listening = await listen().catch(undefinedIfTaken);
      return listening !== undefined;
    });
    return listening!;
  }

  /** Has the market fill none of the bot's orders from now on: only the case itself fills some. */
  async holdOrders(): Promise<void> {
    await this.venue.direct(this.name, "never-fill", { next: ORDERS_MAX });
  }

  /** Has the next orders refused. @returns how to end that */
  async refuse(text: string): Promise<() => Promise<unknown>> {
    const { directive } = await this.venue.direct(this.name, "reject", { next: ORDERS_MAX, text });
    return () => this.venue.dropDirective(directive!);
  }

  seen(): Seen {
    return this.#observer.seen();
  }

  /** Sets a fault, and says so. @returns how to end it */
  async fault(input: FaultInput): Promise<() => Promise<unknown>> {
    const { fault, what } = await this.venue.fault(input);
    this.did("set", `fault ${fault}: ${what}`);
    return () => this.venue.removeFault(fault);
  }

  did(deed: ExaminerAction, text: string): void {
    this.#observer.did(deed, text);
  }

  /** The bot's resting orders, the latest first. */
  resting() {
    const { engine } = this.venue;
    return engine.query({ type: "orders", account: this.account, contract: undefined, which: "resting" });
  }

  waiting() {
    const { engine } = this.venue;
    return engine.query({ type: "orders", account: this.account, contract: undefined, which: "plan" });
  }

  positions() {
    return this.venue.engine.query({ type: "positions", account: this.account, contract: undefined });
  }

  /** Settles the contract's funding now. */
  async settleFunding(): Promise<void> {
    this.did("fund", "funding is settled");
    await this.#control("funding/settle", { symbol: this.symbol });
  }

  /** Liquidates everything that the bot holds, once it holds something. @throws CaseOver */
  async liquidate(): Promise<void> {
    do await this.position();
    while (!(await this.#isDone(() => this.#liquidateAll())));
    this.did("liquidate", "the account is liquidated");
  }

  /** Triggers an order that waits for a price. @returns whether it was still there */
  async trigger(order: string): Promise<boolean> {
    const isDone = await this.#isDone(() => this.venue.direct(this.name, "trigger", { order }));
    if (isDone) this.did("trigger", `order ${order} is triggered`);
    return isDone;
  }

  /**
   * Does something to an order or position of the bot. @returns false where that is gone, or the market
   * refuses the deed, since the bot was faster
   */
  async #isDone(action: () => Promise<unknown>): Promise<boolean> {
    try {
      return (await action()) !== false;
    } catch (error) {
      if (error instanceof OperatorError) return false;
      throw error;
    }
  }

  async #liquidateAll(): Promise<boolean> {
    const positions = await this.positions();
    if (positions.some(({ marginMode }) => marginMode !== ISOLATED)) await this.venue.liquidate(this.name);
    for (const { marginMode, position } of positions)
      if (marginMode === ISOLATED)
        await this.#control("accounts/liquidate", { account: this.name, position });
    return positions.length > 0;
  }

  /** An operation of control that the venue has no method for. @throws OperatorError */
  async #control(operation: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
    const { controlUrl, adminToken } = this.venue;
    const headers = { authorization: `Bearer ${adminToken}` };
    const body = JSON.stringify(fields);
    const response = await fetch(`${controlUrl}/control/${operation}`, { method: "POST", headers, body });
    if (!response.ok)
      throw new OperatorError(operation, (await response.json()) as { code: string; msg: string });
  }

  /**
   * Waits until the bot has a position. Its resting orders are filled meanwhile, for bots that wait for a
   * fill. @throws CaseOver
   */
  async position(): Promise<void> {
    await this.until(async () => {
      if ((await this.positions()).length > 0) return true;
      const [order] = await this.resting();
      if (order !== undefined) await this.fill(String(order.order));
      return false;
    });
  }

  /**
   * Waits until the bot has placed an order, which shows that it noticed what it holds; but no longer than
   * {@link NOTICES_WITHIN_MS}. @throws CaseOver
   */
  async noticed(): Promise<void> {
    const { untilMs: sinceMs } = this.#observer.seen();
    await this.until(
      (seen) =>
        watchedMs(seen, sinceMs) > NOTICES_WITHIN_MS ||
        ofType(seen, "asked").some(({ does, atMs }) => does === "places" && atMs > sinceMs),
    );
  }

  /** Fills an order, if it is still there: it may have been canceled or filled in the meantime. */
  async fill(order: string): Promise<void> {
    if (await this.#isDone(() => this.venue.direct(this.name, "fill", { order })))
      this.did("fill", `order ${order} is filled`);
  }
}

/** `undefined` for a port that is taken. @throws any other error */
function undefinedIfTaken(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "EADDRINUSE") throw error;
}

/**
 * Holds the port of a venue that was killed: every connection is reset at once, as by a port without a
 * listener, and counted.
 *
 * @param onAttempt called for each connection
 * @returns gives the port free again
 */
async function holdRefusingPort(port: number, onAttempt: () => void): Promise<() => Promise<void>> {
  const server = createServer((socket: Socket) => {
    socket.on("error", () => undefined);
    socket.resetAndDestroy();
    onAttempt();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return async () => {
    server.close();
    await once(server, "close");
  };
}
