import type { Command } from "../../core/index.ts";
import { BUY, MIRROR_BOUGHT, MIRROR_SOLD, SELL } from "../../core/index.ts";
import type { SourceLevel, SourceTrade } from "./sourceBook.ts";

export type MirrorRow = Extract<Command, { type: "mirrorBook" }>["rows"][number];

export interface MirrorOptions {
  /** Levels a side that are mirrored; those that left the source's window are kept up to twice as many. */
  readonly levels: number;
  /** How long a decrease near the touch that no trade explains yet waits for a trade that comes late. */
  readonly holdMs: number;
  /** Without times of the source: how long a trade may explain a decrease that comes after it. */
  readonly explainMs: number;
  /** How long what a client took stays taken; 0: it is there again with the next update. */
  readonly memoryMs: number;
}

export const DEFAULT_MIRROR: MirrorOptions = { levels: 200, holdMs: 200, explainMs: 500, memoryMs: 5_000 };

/** What of the source could not be shown as it was. */
export interface MirrorCounts {
  /** Lots that the source traded beyond what it had shown. */
  unseenLots: number;
  /** Trades that came too late to be carried out: better prices have come since, or they are older than {@link LATE_MS}. */
  lateTrades: number;
  /** Updates whose best bid was not below their best ask. */
  crossed: number;
}

/** Decreases within so many levels of the touch wait for a trade. */
const NEAR_LEVELS = 3;
/** A trade this much older than the book is only counted. */
const LATE_MS = 2_000;
/** Without times a trade explains what one of so many updates takes away, or nothing. */
const UPDATES_MAX = 2;

/**
 * Another venue's book on its way into ours: takes its updates and trades, as they come, and says what one `mirrorBook` must do so
 * that each level here has
 *
 * ```
 * source − traded since + held − taken      lots, not below 0
 * ```
 *
 * `traded since`: trades later than the book, which will show in it. `held`: a decrease near the touch that may be a trade that
 * comes late; after a while it was a cancel. `taken`: what clients took here, which did not happen there. So a trade takes its lots once,
 * whether it comes before or after the update that shows it, and what leaves without one leaves from behind.
 *
 * Pure: times come with what is told, and the same calls give the same rows. Prices are ticks, sizes lots, times ms.
 */
export class Mirror {
  readonly counts: MirrorCounts = { unseenLots: 0, lateTrades: 0, crossed: 0 };
  readonly #options: MirrorOptions;
  readonly #sides = [new Map<number, Level>(), new Map<number, Level>()] as const;
  /** Levels whose target may differ from what was last said. */
  readonly #changed = new Set<Level>();
  #rows: MirrorRow[] = [];
  /** Source time of the last update; undefined while it gives none. */
  #bookTime: number | undefined;
  #isWithdrawn = true;

  constructor(options: MirrorOptions = DEFAULT_MIRROR) {
    this.#options = options;
  }

  /** Whether nothing of the source stands here: before the first update, and after {@link withdraw}. */
  get isWithdrawn(): boolean {
    return this.#isWithdrawn;
  }

  /**
   * The source's book, whole or the best of it, best first. What it lacks inside its window is gone; what lies beyond is kept.
   * One that is crossed or locked is not applied.
   *
   * @param time ours
   * @param sourceTime when the source made it: it shows all trades up to then
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
    // What is held where the other side now stands was no trade that is still to come.
    for (const level of this.#all()) {
      const crosses = level.side === BUY ? ask && level.price >= ask.price : bid && level.price <= bid.price;
      if (crosses) this.#release(level);
    }
    return true;
  }

  /** A trade of the source. What the book shows already takes the lots that were held for it. */
  trade(trade: SourceTrade, time: number): void {
    if (this.#isWithdrawn) return;
    const { takerSide, price, lots, sourceTime } = trade;
    const isLate = sourceTime !== undefined && this.#bookTime !== undefined && sourceTime <= this.#bookTime;
    const levels = this.#sides[takerSide === BUY ? SELL : BUY];
    const better = [...levels.values()].filter((level) =>
      takerSide === BUY ? level.price < price : level.price > price,
    );
    if (isLate) {
      const isOld = this.#bookTime! - sourceTime > LATE_MS;
      if (isOld || better.some((level) => this.#target(level) > 0)) {
        this.counts.lateTrades++;
        return;
      }
    } else {
      for (const level of better) this.#goneThrough(level, trade, time);
    }
    const level = this.#level(takerSide === BUY ? SELL : BUY, price);
    this.counts.unseenLots += Math.max(0, lots - this.#target(level));
    this.#say(true); // what left before the trade leaves before it here, and what came stands behind
    this.#say(false);
    this.#rows.push({ what: takerSide === BUY ? MIRROR_BOUGHT : MIRROR_SOLD, price, size: lots });
    const isOrdered = sourceTime !== undefined && this.#bookTime !== undefined;
    const held = isLate || !isOrdered ? Math.min(lots, level.held) : 0;
    level.held -= held;
    if (!isLate && lots > held) this.#expect(level, lots - held, trade, time);
    level.said = undefined; // what clients filled of it never stood in the source
    this.#changed.add(level);
  }

  /** A client took lots of ours that rested at a price. */
  taken(side: number, price: number, lots: number, time: number): void {
    const level = this.#sides[side as 0 | 1].get(price);
    if (level === undefined) return;
    if (this.#options.memoryMs > 0) level.taken.push({ lots, until: time + this.#options.memoryMs });
    this.#touch(level, true);
  }

  /** Nothing of the source stands here until its next update. */
  withdraw(): void {
    this.#isWithdrawn = true;
    for (const level of this.#all()) {
      level.held = 0;
      level.expected.length = 0;
      this.#touch(level);
    }
  }

  /** Says every level anew: what the last rows said did not arrive, or may not have. */
  sayAgain(): void {
    for (const level of this.#all()) this.#touch(level, true);
  }

  /** When a wait ends next, so that {@link rows} has something to say; Infinity if none does. */
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
   * What to do now, in order: trades amid the levels that they need, then what leaves, then what joins.
   *
   * @param most rows; what of levels is more waits for the next call, longest first. What is gone, trades and what they need never wait.
   */
  rows(time: number, most = Number.POSITIVE_INFINITY): readonly MirrorRow[] {
    for (const level of this.#all()) this.#expire(level, time);
    this.#say(true, most);
    this.#say(false, most);
    const rows = this.#rows;
    this.#rows = [];
    for (const levels of this.#sides)
      for (const level of levels.values()) if (isOver(level)) levels.delete(level.price);
    return rows;
  }

  /** What the level at a price shall have here. */
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

  /** The prices near the touch, as the book was before an update. */
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

  /** A trade at a worse price: all that stood at this one is gone there. */
  #goneThrough(level: Level, trade: SourceTrade, time: number): void {
    this.#release(level);
    const left = level.source - sum(level.expected);
    if (left > 0) this.#expect(level, left, trade, time);
    this.#touch(level);
  }

  #expect(level: Level, lots: number, { sourceTime }: SourceTrade, time: number): void {
    level.expected.push({ lots, sourceTime, until: time + this.#options.explainMs, updates: 0 });
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

  /** Says what has changed: levels that shrink, or those that grow. */
  #say(shrinking: boolean, most = Number.POSITIVE_INFINITY): void {
    for (const level of this.#changed) {
      const target = this.#target(level);
      const isUnsure = level.said === undefined;
      if (level.said === target) {
        this.#changed.delete(level);
        continue;
      }
      if (this.#rows.length >= most && target > 0) continue;
      // Of one that is unsure it is not known which: it is said with those that grow, where it cannot cross what shrinks.
      if (shrinking && (isUnsure || target > level.said!)) continue;
      this.#rows.push({ what: level.side, price: level.price, size: target });
      level.said = target;
      this.#changed.delete(level);
    }
  }

  #touch(level: Level, isUnsure = false): void {
    if (isUnsure) level.said = undefined;
    this.#changed.add(level);
  }

  #level(side: 0 | 1, price: number): Level {
    const levels = this.#sides[side];
    let level = levels.get(price);
    if (level === undefined) {
      level = { side, price, source: 0, expected: [], held: 0, heldUntil: 0, taken: [], said: 0 };
      levels.set(price, level);
    }
    return level;
  }

  /** What left the window is kept, so that clients there keep their place; but not without end. */
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

  *#all(): Iterable<Level> {
    yield* this.#sides[BUY].values();
    yield* this.#sides[SELL].values();
  }
}

interface Expected {
  lots: number;
  readonly sourceTime: number | undefined;
  readonly until: number;
  /** Updates since, of those that say no time. */
  updates: number;
}

interface Level {
  readonly side: 0 | 1;
  readonly price: number;
  /** What the source showed last. */
  source: number;
  /** Trades that its book does not show yet. */
  expected: Expected[];
  held: number;
  heldUntil: number;
  taken: { readonly lots: number; readonly until: number }[];
  /** The last target that rows have said; undefined where clients may have changed what came of it. */
  said: number | undefined;
}

function isOver({ source, expected, held, taken, said }: Level): boolean {
  return source === 0 && held === 0 && said === 0 && expected.length === 0 && taken.length === 0;
}

function sum(parts: readonly { readonly lots: number }[]): number {
  return parts.reduce((total, { lots }) => total + lots, 0);
}

/**
 * Takes out the trades that an update shows: those up to its time; of those that cannot be compared as many lots as the level has lost,
 * oldest first, and none for longer than {@link UPDATES_MAX} updates. Returns their lots.
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
