import type { Command, ContractView, TimeMs } from "../../../kernel/core/index.ts";
import {
  BUY,
  CANCEL_COULD_NOT_FILL,
  CANCEL_NONE,
  CANCEL_USER,
  eventLayouts,
  offsetsOf,
  QUANTA_PER_UNIT,
  RecordView,
  rejections,
  SELL,
  STP_NONE,
  sideOf,
} from "../../../kernel/core/index.ts";
import type { EnginePort, Outcome } from "../../../kernel/engine/index.ts";
import { EngineBusyError } from "../../../kernel/engine/index.ts";
import { accepted, houseAccount, refill } from "../../participants/index.ts";
import type { MirrorRow } from "../mirror/mirror.ts";
import { DEFAULT_MIRROR, Mirror } from "../mirror/mirror.ts";
import { mirrorLeverage, shownLevels } from "./capacity.ts";
import type { LeftOut, MarketSource, ShownAs, SourceMessage } from "./marketSource.ts";
import { NOTHING_LEFT_OUT } from "./marketSource.ts";
import type { ShownBook, SourceBest } from "./shownBook.ts";
import { shownBook } from "./shownBook.ts";

/** How often a source's news are taken and shown, ms: what came in between is sent together. */
export const FOLLOW_BEAT_MS = 250;
/** An index is sent once it has moved by this share since it was last sent: 1.5 basis points. */
const INDEX_PART = 0.000_15;

const UNIT = BigInt(QUANTA_PER_UNIT);
const PURSE = { target: 1_000_000_000n * UNIT, floor: 500_000_000n * UNIT };
/** The mirror's orders may meet each other, as they do at the source. */
const TERMS = { selfTradePrevention: STP_NONE, leverage: mirrorLeverage };
/** Balances are checked once in this many beats. */
const REFILL_BEATS = 240;
/**
 * Limits on the rows of a contract. First the average a second, so that a day takes at most that many times
 * 24 bytes, 0.83 GB. Then the most at once, which is enough for a whole book. Levels that change more often
 * are sent less often. Trades and the levels that they need are always sent, and count against the levels'
 * share.
 */
const ROWS_A_SECOND = 400;
const BURST_ROWS = 2_000;
/** The source's book and the venue's are compared once in this many beats. */
const COMPARE_BEATS = 4;
/** Most rows of one command; further rows go into the next command of the same beat. */
const ROWS_MAX = 1_000;

export interface FollowerOptions {
  readonly engine: EnginePort;
  readonly source: MarketSource;
  /**
   * The house account's name. Each kind of source has its own: positions of one are not continued under
   * another.
   */
  readonly accountName: string;
  readonly shown?: ShownAs | undefined;
  /** Called with what differs between each contract's book and the source's. */
  readonly onCompared?: (symbol: string, shown: ShownBook) => void;
  /** Called with all that was left out of a contract until now, when more of it was. */
  readonly onLeftOut?: (symbol: string, leftOut: LeftOut) => void;
}

interface Line {
  /**
   * The contract as it was when the books were last compared: its tiers may be changed while it is followed.
   */
  contract: ContractView;
  readonly mirror: Mirror;
  /** The index in points, as it is now and as it was last sent. */
  points: number;
  sent: number;
  /** The source's mark and rate of the contract, and whether it is held. */
  readonly stated: { mark: number; rate: number | undefined; isHeld: boolean };
  /** The last such row that the venue was sent; undefined where it is sent (again) at the next beat. */
  followed: FollowedRow | undefined;
  /** Rows that may be sent now; below 0 after many trades. */
  budget: number;
  /** When `budget` was computed. */
  budgetTime: number;
  leftOut: LeftOut;
  /** The best levels of the source's newest book; undefined while none of it stands here. */
  best: SourceBest | undefined;
}

type FollowedRow = Extract<Command, { type: "followSource" }>["contracts"][number];

/** The name of the house account that shows a source of a kind. */
export function mirrorAccountName(kind: string): string {
  return `house-mirror-${kind}`;
}

/**
 * Shows a source in the venue's book: on each beat, what the source sent becomes index prices and
 * `mirrorBook` commands for each contract. What clients take of the quotes is read from the durable frames.
 */
export class Follower {
  readonly account: number;
  readonly #options: FollowerOptions;
  readonly #lines = new Map<number, Line>();
  readonly #stop: () => void;
  #beats = 0;

  private constructor(options: FollowerOptions, account: number, contracts: readonly ContractView[]) {
    this.#options = options;
    this.account = account;
    const memoryMs = options.shown?.memoryMs ?? DEFAULT_MIRROR.memoryMs;
    for (const contract of contracts) {
      const mirror = new Mirror({ ...DEFAULT_MIRROR, memoryMs });
      if (!options.source.contracts.includes(contract.contract)) continue;
      this.#lines.set(contract.contract, {
        contract,
        mirror,
        points: 0,
        sent: contract.index,
        stated: { mark: 0, rate: undefined, isHeld: true },
        followed: undefined,
        budget: BURST_ROWS,
        budgetTime: 0,
        best: undefined,
        leftOut: NOTHING_LEFT_OUT,
      });
    }
    this.#stop = options.engine.subscribe(({ events, time }) => this.#watch(events, time));
  }

  /**
   * Opens the house account if it is missing, and cancels what an earlier run left in the book. @throws
   * ParticipantError
   */
  static async start(options: FollowerOptions): Promise<Follower> {
    const { engine } = options;
    const contracts = await engine.query({ type: "contracts" });
    const account = await houseAccount(engine, options.accountName, contracts, TERMS);
    const follower = new Follower(options, account, contracts);
    const [holding] = follower.#followed();
    await engine.submitAll(holding);
    await accepted(engine, { type: "cancelAll", account, contract: -1, which: 3 });
    await follower.#refill();
    return follower;
  }

  /** The mirror's counters for each contract, by symbol. */
  get counts() {
    return Object.fromEntries(
      [...this.#lines.values()].map(({ contract, mirror }) => [contract.symbol, mirror.counts]),
    );
  }

  /** The task of {@link FOLLOW_BEAT_MS}; resolves when all of it is durable. */
  async beat(time: TimeMs): Promise<void> {
    const { engine, source } = this.#options;
    try {
      if (++this.#beats % REFILL_BEATS === 0) await this.#refill();
      // Beats that make up for a hold-up come in quick succession, with times that are over: what waits for a
      // message of the source waits by the present time.
      const now = Math.max(time, engine.now());
      await source.play(time, (message) => this.#hear(message, now));
      // A book is withdrawn after its contract is held, and returns before it is released: nobody is
      // liquidated into a book that is not there.
      const [holding, releasing] = this.#followed();
      const commands = [...holding, ...this.#indexes(), ...this.#books(now), ...releasing];
      await this.#send(commands);
      if (this.#beats % COMPARE_BEATS === 0) await this.#compare();
    } catch (error) {
      // A full queue: this beat's messages are lost, so everything is sent again.
      if (!(error instanceof EngineBusyError)) throw error;
      for (const line of this.#lines.values()) {
        line.mirror.emitAgain();
        line.followed = undefined;
        line.sent = 0;
      }
    }
  }

  async close(): Promise<void> {
    this.#stop();
    await this.#options.source.close();
  }

  #hear(message: SourceMessage, time: TimeMs): void {
    const line = this.#lines.get(message.contract);
    if (line === undefined) return;
    const { mirror, contract } = line;
    switch (message.type) {
      case "book": {
        const { bids, asks, sourceTime } = message;
        const [shownBids, shownAsks] = [shownLevels(bids, contract), shownLevels(asks, contract)];
        if (!mirror.book(shownBids, shownAsks, { time, sourceTime })) break;
        line.stated.isHeld = false;
        const [bid, ask] = [bids[0], asks[0]];
        if (bid !== undefined && ask !== undefined) line.best = { bid, ask };
        break;
      }
      case "trade":
        mirror.trade(message.trade, time);
        break;
      case "index":
        line.points = message.points;
        break;
      case "mark":
        line.stated.mark = message.points;
        break;
      case "rate":
        line.stated.rate = message.rate;
        break;
      case "leftOut":
        this.#leaveOut(line, message.why, 1);
        break;
      case "late":
        mirror.waitOn(message.ms);
        break;
      case "withdraw":
        mirror.withdraw();
        line.stated.isHeld = true;
        line.best = undefined;
        break;
    }
  }

  /**
   * Sends commands. One that is refused because of one of its contracts is sent again contract by contract,
   * so that this one holds up no other.
   */
  async #send(commands: readonly Command[]): Promise<void> {
    const { engine } = this.#options;
    const outcomes = await engine.submitAll(commands).catch((error: unknown) => {
      for (const command of commands) this.#leaveOutTrades(command, "limit");
      throw error;
    });
    for (const [i, command] of commands.entries()) this.#countLeftOut(command, outcomes[i]!);
    const refused = commands.filter((_, i) => outcomes[i]!.rejection !== undefined);
    await engine.submitAll(refused.flatMap(apart));
  }

  /** Counts the trades that a command did not repeat, or not whole. */
  #countLeftOut(command: Command, { rejection, events }: Outcome): void {
    if (rejection !== undefined) this.#leaveOutTrades(command, "halt");
    const line = command.type === "mirrorBook" ? this.#lines.get(command.contract) : undefined;
    if (line === undefined) return;
    for (let at = 0; at < events.length; at = events.next(at))
      if (events.kind(at) === LEFT_OUT_KIND)
        this.#leaveOut(line, REASONS.get(events.words[at + LEFT_OUT.reason]!) ?? "limit", 1);
  }

  #leaveOutTrades(command: Command, why: keyof LeftOut): void {
    const line = command.type === "mirrorBook" ? this.#lines.get(command.contract) : undefined;
    if (command.type === "mirrorBook" && line !== undefined)
      this.#leaveOut(line, why, command.rows.filter(isTrade).length);
  }

  #leaveOut(line: Line, why: keyof LeftOut, count: number): void {
    if (count === 0) return;
    line.leftOut = { ...line.leftOut, [why]: line.leftOut[why] + count };
    this.#options.onLeftOut?.(line.contract.symbol, line.leftOut);
  }

  /** Commands for marks, rates and holds: first those for contracts that are held, then the others. */
  #followed(): readonly [readonly Command[], readonly Command[]] {
    const rows: FollowedRow[] = [];
    for (const line of this.#lines.values()) {
      const { stated, followed, contract } = line;
      const before = followed?.sourceMark ?? 0;
      const hasMoved = followed === undefined || Math.abs(stated.mark - before) >= before * INDEX_PART;
      const row = {
        contract: contract.contract,
        sourceMark: hasMoved ? stated.mark : before,
        sourceRate: stated.rate ?? 0,
        hasSourceRate: stated.rate === undefined ? 0 : 1,
        held: stated.isHeld ? 1 : 0,
      };
      const isSame =
        row.sourceMark === followed?.sourceMark &&
        row.sourceRate === followed.sourceRate &&
        row.hasSourceRate === followed.hasSourceRate &&
        row.held === followed.held;
      if (isSame) continue;
      line.followed = row;
      rows.push(row);
    }
    const of = (isHeld: number): readonly Command[] => {
      const contracts = rows.filter(({ held }) => held === isHeld);
      return contracts.length === 0 ? [] : [{ type: "followSource", contracts }];
    };
    return [of(1), of(0)];
  }

  async #compare(): Promise<void> {
    const { engine, onCompared } = this.#options;
    for (const contract of await engine.query({ type: "contracts" })) {
      const line = this.#lines.get(contract.contract);
      if (line === undefined) continue;
      line.contract = contract;
      onCompared?.(contract.symbol, shownBook(contract, line.best));
    }
  }

  #indexes(): readonly Command[] {
    const moved = [...this.#lines.values()].filter(
      ({ points, sent }) => points > 0 && Math.abs(points - sent) >= sent * INDEX_PART && points !== sent,
    );
    if (moved.length === 0) return [];
    for (const line of moved) line.sent = line.points;
    return [
      {
        type: "setIndex",
        prices: moved.map(({ contract, points }) => ({ contract: contract.contract, points })),
      },
    ];
  }

  #books(time: TimeMs): readonly Command[] {
    const commands: Command[] = [];
    for (const line of this.#lines.values()) {
      const { contract, mirror } = line;
      const sinceMs = Math.max(0, time - line.budgetTime);
      line.budgetTime = time;
      line.budget = Math.min(BURST_ROWS, line.budget + (sinceMs * ROWS_A_SECOND) / 1_000);
      const rows = mirror.rows(time, Math.max(0, Math.floor(line.budget)));
      line.budget -= rows.length;
      for (let from = 0; from < rows.length; from += ROWS_MAX)
        commands.push({
          type: "mirrorBook",
          account: this.account,
          contract: contract.contract,
          proportional: this.#options.shown?.proportional ?? false,
          rows: rows.slice(from, from + ROWS_MAX),
        });
    }
    return commands;
  }

  /**
   * Reads from a frame's events what clients took of the quotes, and which quotes the venue or an operator
   * canceled. A halt cancels quotes, and refuses new ones: so at each change of a contract's status all of
   * them are sent again.
   */
  #watch(events: Uint8Array, time: TimeMs): void {
    const view = new RecordView(events);
    const { words } = view;
    for (let at = 0; at < view.length; at = view.next(at)) {
      switch (view.kind(at)) {
        case STATUS_KIND:
          this.#lines.get(words[at + STATUS.contract]!)?.mirror.emitAgain();
          break;
        case ENDED_KIND: {
          if (words[at + ENDED.account] !== this.account || OWN_ENDS.has(words[at + ENDED.cancelReason]!))
            break;
          const { mirror } = this.#lines.get(words[at + ENDED.contract]!) ?? {};
          mirror?.canceled(sideOf(words[at + ENDED.action]!), words[at + ENDED.price]!);
          break;
        }
        case TRADED_KIND: {
          if (words[at + TRADED.origin] !== 0) break;
          if (words[at + TRADED.makerAccount] !== this.account) break;
          if (words[at + TRADED.takerAccount] === this.account) break;
          const { mirror } = this.#lines.get(words[at + TRADED.contract]!) ?? {};
          const side = words[at + TRADED.takerSide] === BUY ? SELL : BUY;
          mirror?.taken(side, words[at + TRADED.price]!, words[at + TRADED.size]!, time);
          break;
        }
      }
    }
  }

  async #refill(): Promise<void> {
    const { engine } = this.#options;
    const deposit = await refill(engine, this.account, PURSE);
    if (deposit !== undefined) await accepted(engine, deposit);
  }
}

/** One command for each contract of a command for several. */
function apart(command: Command): readonly Command[] {
  if (command.type === "followSource" && command.contracts.length > 1)
    return command.contracts.map((row) => ({ type: command.type, contracts: [row] }));
  if (command.type === "setIndex" && command.prices.length > 1)
    return command.prices.map((row) => ({ type: command.type, prices: [row] }));
  return [];
}

function isTrade({ what }: MirrorRow): boolean {
  return what !== BUY && what !== SELL;
}

const LEFT_OUT = offsetsOf(eventLayouts.tradeLeftOut);
const LEFT_OUT_KIND = eventLayouts.tradeLeftOut.kind;
/** Why the core left a trade out, by its refusals; all others are limits on what the house may hold. */
const REASONS: ReadonlyMap<number, keyof LeftOut> = new Map([
  [rejections.priceAboveBand.code, "band"],
  [rejections.priceBelowBand.code, "band"],
  [rejections.priceTooFar.code, "band"],
  [rejections.contractNotTradable.code, "halt"],
  [rejections.noMarkPrice.code, "halt"],
]);
const TRADED = offsetsOf(eventLayouts.traded);
const TRADED_KIND = eventLayouts.traded.kind;
const ENDED = offsetsOf(eventLayouts.orderEnded);
const ENDED_KIND = eventLayouts.orderEnded.kind;
/** Why quotes end by the mirror's own doing: filled, withdrawn, or what is left of a trade. */
const OWN_ENDS: ReadonlySet<number> = new Set([CANCEL_NONE, CANCEL_USER, CANCEL_COULD_NOT_FILL]);
const STATUS = offsetsOf(eventLayouts.contractStatusChanged);
const STATUS_KIND = eventLayouts.contractStatusChanged.kind;
