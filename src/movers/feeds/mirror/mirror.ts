import type { Command } from "../../../kernel/core/index.ts";
import {
  BUY,
  MIRROR_BOUGHT,
  MIRROR_REPORTED_BOUGHT,
  MIRROR_REPORTED_SOLD,
  MIRROR_SOLD,
  SELL,
} from "../../../kernel/core/index.ts";

/** A source's book and trades, in the contract's own ticks and lots. */

export interface SourceLevel {
  readonly price: number;
  readonly lots: number;
}

export interface SourceTrade {
  /** The side of the taker: BUY if it bought. */
  readonly takerSide: number;
  readonly price: number;
  readonly lots: number;
  /** When the source made the trade; undefined where it does not say. */
  readonly sourceTime: number | undefined;
}

export type MirrorRow = Extract<Command, { type: "mirrorBook" }>["rows"][number];

export interface MirrorOptions {
  /**
   * How many levels of a side are mirrored; of levels that left the source's window, up to twice as many are
   * kept.
   */
  readonly levels: number;
  /** How long a decrease near the touch without a trade waits for one that comes late, ms. */
  readonly holdMs: number;
  /** How long after a trade a decrease is taken for its effect, ms, where the source gives no times. */
  readonly explainMs: number;
  /** How long lots that a client took stay taken, ms; 0: they return with the next update. */
  readonly memoryMs: number;
}

export const DEFAULT_MIRROR: MirrorOptions = { levels: 200, holdMs: 200, explainMs: 500, memoryMs: 5_000 };

/** Counts of what could not be shown as the source had it. */
export interface MirrorCounts {
  /** Lots that the source traded beyond what it had shown. */
  unseenLots: number;
  /**
   * Trades that are only reported, and met no order: the book has changed since, or they are older than
   * {@link LATE_MS}, or there was no book.
   */
  reportedTrades: number;
  /** Updates whose best bid was not below their best ask. */
  crossed: number;
}

/** Decreases at the first levels of a side, as many as this, wait for a trade. */
const NEAR_LEVELS = 3;
/** A trade that is older than the book by more than this is only reported, ms. */
const LATE_MS = 2_000;
/**
 * How long a level through which a trade has gone is left out, unless an update shows the trade before, ms.
 */
const PASSED_MS = 10_000;
/**
 * Where the source gives no times, a trade explains a decrease within this many updates after it, or none.
 */
const UPDATES_MAX = 2;

/**
 * Turns another venue's book into ours. It takes the updates and trades as they come, and says which rows
 * `mirrorBook` must carry out so that each level here has
 *
 * ```
 * source − traded since + held − taken      lots, not below 0
 * ```
 *
 * `traded since`: trades later than the book, which a later update will show. `held`: a decrease near the
 * touch that may be a trade of which we hear later; after a while it counts as a cancel. `taken`: what
 * clients took here, which did not happen at the source. So a trade takes its lots once, whether it comes
 * before or after the update that shows it, and lots that leave without a trade leave from the back of the
 * queue. A trade also shows what is no longer in the source's book: prices that would have been better for
 * its taker, and bids and asks that it would have met.
 *
 * Pure: every call brings its own time, and the same calls give the same rows. Prices are ticks, sizes lots,
 * times ms.
 */
export class Mirror {
  readonly counts: MirrorCounts = { unseenLots: 0, reportedTrades: 0, crossed: 0 };
  readonly #options: MirrorOptions;
  readonly #sides = [new Map<number, Level>(), new Map<number, Level>()] as const;
  /** Levels whose target may differ from the last one given out. */
  readonly #changed = new Set<Level>();
  #rows: MirrorRow[] = [];
  /** The source's time of the last update; undefined if it gives none. */
  #bookTime: number | undefined;
  /** Whether no level of the source rests here: before the first update, and after {@link withdraw}. */
  #isWithdrawn = true;

  constructor(options: MirrorOptions = DEFAULT_MIRROR) {
    this.#options = options;
  }

  /**
   * Takes the source's book, whole or its best part, best first. Levels missing inside its window are gone;
   * levels beyond it are kept. A crossed or locked book is not applied.
   *
   * @param time our own time
   * @param sourceTime when the source made the book, which shows all trades until then
   * @returns whether it was applied
   */
  book(
    bids: readonly SourceLevel[],
    asks: readonly SourceLevel[],
    { time, sourceTime }: { readonly time: number; readonly sourceTime?: number | undefined },
  ): boolean {
    const [bid, ask] = [bids[0], asks[0]];
    if (bid !== undefined && ask !== undefined && bid.price >= ask.price) {
      this.counts.crossed++;
      return false;
    }
    if (this.#isWithdrawn) for (const level of this.#all()) this.#touch(level);
    this.#isWithdrawn = false;
    if (sourceTime !== undefined) this.#bookTime = sourceTime;
    this.#side(BUY, bids.slice(0, this.#options.levels), time);
    this.#side(SELL, asks.slice(0, this.#options.levels), time);
    // Lots that are held at a price at which the other side now rests cannot be a trade still to come.
    for (const level of this.#all()) {
      const crosses = level.side === BUY ? ask && level.price >= ask.price : bid && level.price <= bid.price;
      if (crosses) this.#release(level);
    }
    return true;
  }

  /**
   * Takes a trade of the source. If the book shows it already, it takes the lots that were held for it. A
   * trade that does not fit into the present book, because the book is newer or not known, is only reported.
   */
  trade(trade: SourceTrade, time: number): void {
    const { takerSide, price, lots, sourceTime } = trade;
    const isLate = sourceTime !== undefined && this.#bookTime !== undefined && sourceTime <= this.#bookTime;
    const passed = this.#passedBy(trade);
    const isOld = isLate && this.#bookTime! - sourceTime > LATE_MS;
    if (this.#isWithdrawn || isOld || (isLate && passed.some((level) => this.#target(level) > 0))) {
      this.counts.reportedTrades++;
      const what = takerSide === BUY ? MIRROR_REPORTED_BOUGHT : MIRROR_REPORTED_SOLD;
      this.#rows.push({ what, price, size: lots });
      return;
    }
    if (!isLate) for (const level of passed) this.#pass(level, trade, time);
    const level = this.#level(takerSide === BUY ? SELL : BUY, price);
    this.counts.unseenLots += Math.max(0, lots - this.#target(level));
    this.#emit(true); // so that lots that left before the trade leave first here too, and lots that joined are behind it
    this.#emit(false);
    this.#rows.push({ what: takerSide === BUY ? MIRROR_BOUGHT : MIRROR_SOLD, price, size: lots });
    const isOrdered = sourceTime !== undefined && this.#bookTime !== undefined;
    const held = isLate || !isOrdered ? Math.min(lots, level.held) : 0;
    level.held -= held;
    if (!isLate && lots > held) this.#expect(level, lots - held, trade, time + this.#options.explainMs);
    level.emitted = undefined; // fills of clients at this level did not happen at the source
    this.#changed.add(level);
  }

  /** A client took lots of ours that rested at a price. */
  taken(side: number, price: number, lots: number, time: number): void {
    const level = this.#sides[side as 0 | 1].get(price);
    if (level === undefined || isOver(level)) return;
    if (this.#options.memoryMs > 0) level.taken.push({ lots, until: time + this.#options.memoryMs });
    this.#touch(level, true);
  }

  /** The venue canceled an order of ours that rested at a price. */
  canceled(side: number, price: number): void {
    const level = this.#sides[side as 0 | 1].get(price);
    if (level !== undefined) this.#touch(level, true);
  }

  /** Removes all of the source's levels until its next update. */
  withdraw(): void {
    this.#isWithdrawn = true;
    for (const level of this.#all()) {
      level.held = 0;
      level.expected.length = 0;
      this.#touch(level);
    }
  }

  /**
   * Whatever waits for a trade or an update of the source waits `ms` longer, since nothing of the source was
   * read for that time.
   */
  waitOn(ms: number): void {
    for (const level of this.#all()) {
      if (level.held > 0) level.heldUntil += ms;
      for (const each of level.expected) each.until += ms;
    }
  }

  /**
   * Gives out every level again, also levels that have gone: the last rows did not arrive, or the orders
   * that they made are gone.
   */
  emitAgain(): void {
    for (const level of this.#all()) this.#touch(level, true);
  }

  /** When the next wait ends, after which {@link rows} has something to give; Infinity if nothing waits. */
  nextDue(): number {
    let due = Number.POSITIVE_INFINITY;
    for (const { held, heldUntil, expected, taken } of this.#all()) {
      if (held > 0) due = Math.min(due, heldUntil);
      for (const { until } of expected) due = Math.min(due, until);
      for (const { until } of taken) due = Math.min(due, until);
    }
    return due;
  }

  /**
   * The rows to carry out now, in order: trades with the levels that they need, then levels that shrink,
   * then levels that grow.
   *
   * @param most number of rows; further levels wait for the next call, where those that have waited longest
   * come first. Levels that are gone, and trades with the levels that they need, never wait.
   */
  rows(time: number, most = Number.POSITIVE_INFINITY): readonly MirrorRow[] {
    this.#forgetOver();
    for (const level of this.#all()) this.#expire(level, time);
    this.#emit(true, most);
    this.#emit(false, most);
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  /** The lots that the level at a price must have here. */
  target(side: number, price: number): number {
    const level = this.#sides[side as 0 | 1].get(price);
    return level === undefined ? 0 : this.#target(level);
  }

  #side(side: 0 | 1, shown: readonly SourceLevel[], time: number): void {
    const levels = this.#sides[side];
    const last = shown.at(-1)?.price;
    const isFull = shown.length >= this.#options.levels;
    const inWindow = (price: number) =>
      !isFull || last === undefined || (side === BUY ? price >= last : price <= last);
    const sizes = new Map(shown.map(({ price, lots }) => [price, lots]));
    const near = this.#nearest(side);
    for (const { price } of shown) this.#level(side, price);
    for (const level of levels.values()) {
      const lots = sizes.get(level.price);
      if (lots === undefined && !inWindow(level.price)) continue;
      this.#update(level, lots ?? 0, near.has(level.price), time);
    }
    this.#forgetFar(side);
  }

  /** The prices near the touch, in the book before an update. */
  #nearest(side: 0 | 1): Set<number> {
    const prices = [...this.#sides[side].values()]
      .filter(({ source }) => source > 0)
      .map(({ price }) => price);
    prices.sort((a, b) => (side === BUY ? b - a : a - b));
    return new Set(prices.slice(0, NEAR_LEVELS));
  }

  #update(level: Level, lots: number, isNear: boolean, time: number): void {
    const before = level.source;
    const traded = shown(level, this.#bookTime, before - lots);
    const unexplained = Math.max(0, before - traded - lots);
    level.source = lots;
    if (lots === 0) level.taken.length = 0;
    if (unexplained > 0 && isNear && this.#options.holdMs > 0) {
      level.held += unexplained;
      level.heldUntil = time + this.#options.holdMs;
    }
    this.#touch(level);
  }

  #passedBy(trade: SourceTrade): readonly Level[] {
    const passed: Level[] = [];
    for (const levels of this.#sides)
      for (const level of levels.values()) if (isPassed(level, trade)) passed.push(level);
    return passed;
  }

  /** After a trade that a level would have met, nothing of the level is left. */
  #pass(level: Level, trade: SourceTrade, time: number): void {
    this.#release(level);
    const left = level.source - sum(level.expected);
    if (left > 0) this.#expect(level, left, trade, time + PASSED_MS);
    this.#touch(level);
  }

  #expect(level: Level, lots: number, { sourceTime }: SourceTrade, until: number): void {
    level.expected.push({ lots, sourceTime, until, updates: 0 });
  }

  #release(level: Level): void {
    if (level.held === 0) return;
    level.held = 0;
    this.#touch(level);
  }

  #expire(level: Level, time: number): void {
    if (level.held > 0 && level.heldUntil <= time) this.#release(level);
    const lapsed = ({ until }: { readonly until: number }) => until <= time;
    if (level.taken.some(lapsed)) {
      level.taken = level.taken.filter((each) => !lapsed(each));
      this.#touch(level);
    }
    if (level.expected.some(lapsed)) {
      level.expected = level.expected.filter((each) => !lapsed(each));
      this.#touch(level);
    }
  }

  #target(level: Level): number {
    if (this.#isWithdrawn) return 0;
    return Math.max(0, level.source - sum(level.expected) + level.held - sum(level.taken));
  }

  /** Gives out the levels that have changed: those that shrink, or those that grow. */
  #emit(shrinking: boolean, most = Number.POSITIVE_INFINITY): void {
    for (const level of this.#changed) {
      const target = this.#target(level);
      const isUnsure = level.emitted === undefined;
      if (level.emitted === target) {
        this.#changed.delete(level);
        continue;
      }
      if (this.#rows.length >= most && target > 0) continue;
      // Whether an unsure level that keeps some lots shrinks or grows is not known: it comes with the levels
      // that grow, where it cannot cross a level that shrinks.
      if (shrinking && target > 0 && (isUnsure || target > level.emitted!)) continue;
      this.#rows.push({ what: level.side, price: level.price, size: target });
      level.emitted = target;
      this.#changed.delete(level);
    }
  }

  #touch(level: Level, isUnsure = false): void {
    if (isUnsure) level.emitted = undefined;
    this.#changed.add(level);
  }

  #level(side: 0 | 1, price: number): Level {
    const levels = this.#sides[side];
    let level = levels.get(price);
    if (level === undefined) {
      level = { side, price, source: 0, expected: [], held: 0, heldUntil: 0, taken: [], emitted: 0 };
      levels.set(price, level);
    }
    return level;
  }

  /** Levels outside the window are kept, so that clients there keep their place, but only up to a limit. */
  #forgetFar(side: 0 | 1): void {
    const levels = [...this.#sides[side].values()].filter(({ source }) => source > 0);
    const most = 2 * this.#options.levels;
    if (levels.length <= most) return;
    levels.sort((a, b) => (side === BUY ? b.price - a.price : a.price - b.price));
    for (const level of levels.slice(most)) {
      level.source = 0;
      this.#touch(level);
    }
  }

  /**
   * Forgets levels that are gone. The last rows have removed them and have arrived; otherwise {@link
   * emitAgain} was called.
   */
  #forgetOver(): void {
    for (const levels of this.#sides)
      for (const level of levels.values()) if (isOver(level)) levels.delete(level.price);
  }

  *#all(): Iterable<Level> {
    yield* this.#sides[BUY].values();
    yield* this.#sides[SELL].values();
  }
}

interface Expected {
  lots: number;
  readonly sourceTime: number | undefined;
  until: number;
  /** Updates since the trade; counted where the source gives no times. */
  updates: number;
}

interface Level {
  readonly side: 0 | 1;
  readonly price: number;
  /** The size in the source's last update. */
  source: number;
  /** Trades that the source's book does not show yet. */
  expected: Expected[];
  held: number;
  heldUntil: number;
  taken: { readonly lots: number; readonly until: number }[];
  /** The last target given out; undefined where clients may have changed the result. */
  emitted: number | undefined;
}

/**
 * Whether a trade shows that a level is no longer in the source's book: the trade would have met it, or met
 * it first.
 */
function isPassed({ side, price }: Level, trade: SourceTrade): boolean {
  const isTakers = side === trade.takerSide;
  if (price === trade.price) return isTakers;
  return side === SELL ? price < trade.price : price > trade.price;
}

function isOver({ source, expected, held, taken, emitted }: Level): boolean {
  return source === 0 && held === 0 && emitted === 0 && expected.length === 0 && taken.length === 0;
}

function sum(parts: readonly { readonly lots: number }[]): number {
  return parts.reduce((total, { lots }) => total + lots, 0);
}

/**
 * Removes the trades that an update shows: those up to its time. Without times, as many lots as the level
 * has lost, oldest first, and each trade within {@link UPDATES_MAX} updates or never. Returns their lots.
 */
function shown(level: Level, bookTime: number | undefined, lost: number): number {
  let lots = 0;
  for (const trade of level.expected) {
    const isTimed = trade.sourceTime !== undefined && bookTime !== undefined;
    const part = isTimed
      ? trade.sourceTime! <= bookTime
        ? trade.lots
        : 0
      : Math.min(trade.lots, Math.max(0, lost - lots));
    trade.lots -= part;
    lots += part;
    if (!isTimed && ++trade.updates === UPDATES_MAX) trade.lots = 0;
  }
  level.expected = level.expected.filter((trade) => trade.lots > 0);
  return lots;
}
