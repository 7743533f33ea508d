import type { ContractView, TimeMs } from "../../kernel/core/index.ts";
import { POINTS_PER_TICK } from "../../kernel/core/index.ts";
import { MINUTE_MS, timeText } from "../../kernel/host/clock.ts";
import type { Candle } from "./archive/candles.ts";
import { ticksOf } from "./archive/grid.ts";
import type { PastCandles } from "./archive/pastCandles.ts";
import { PastError } from "./archive/pastCandles.ts";

/** The most minutes of a past: 60 days. */
const GIVEN_MINUTES_MAX = 60 * 1_440;
/** Above every price that a contract can have, in ticks. */
const TICKS_MAX = 2 ** 40;

/** A minute in ticks and lots. */
export interface GivenMinute {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly lots: number;
}

/** A price that the path must have at a certain time, in points. */
interface Pin {
  readonly time: TimeMs;
  readonly points: number;
}

/**
 * A stretch of a path without candles, and within which bounds the candles beside it keep the path there.
 */
interface Gap {
  readonly from: Pin;
  readonly to: Pin;
  /** The lowest price of as many candles on each side as the gap is long, as a logarithm of points. */
  readonly low: number;
  /** The highest price of these candles, as a logarithm of points. */
  readonly high: number;
  /** The range of these candles in one minute: a random walk's range grows with the square root of time. */
  readonly minuteRange: number;
  /** The average lots of these candles in a minute. */
  readonly minuteLots: number;
  /** Lots of these candles in the busiest minute. */
  readonly minuteLotsMax: number;
}

/** A price in a gap, and its bounds, in points. */
export interface GapPrice {
  readonly points: number;
  readonly low: number;
  readonly high: number;
  /** 0 at the edge of a candle, 1 a minute and more away from it. */
  readonly away: number;
}

/**
 * The user's candles for a contract's past, as minutes on its grid. Longer candles become minutes that add
 * up to them exactly: the price goes from open over the two extremes to close, and the volume is spread
 * evenly. Between candles, and up to the end, a made-up path stays within the prices and the volumes of the
 * candles beside it, as many of them as the gap is long. Before the first candle the bounds are those of all
 * candles, and widen with the square root of time.
 */
export class GivenPast {
  readonly #minutes = new Map<TimeMs, GivenMinute>();
  readonly #before: Gap;
  /** Stretches without candles: between two of them, and from the last one to the end. */
  readonly #gaps: Gap[] = [];
  readonly first: TimeMs;

  /**
   * Fits candles into the time before `end`.
   *
   * @throws RecordingError where a price is off the contract's grid; PastError where the candles do not fit
   * before `end`
   */
  constructor(contract: ContractView, { candles, intervalMs }: PastCandles, end: TimeMs) {
    this.first = candles[0]!.time;
    const last = candles.at(-1)!;
    if (last.time + intervalMs > end)
      throw new PastError(
        `${contract.symbol}: the candles go on until ${timeText(last.time + intervalMs)}, and the market begins at ${timeText(end)}: let its clock begin later`,
      );
    const longestMs = GIVEN_MINUTES_MAX * MINUTE_MS;
    if (end - this.first > longestMs) {
      const own = last.time + intervalMs;
      const elsewhen =
        own - this.first > longestMs || own === end
          ? ""
          : `, or let its clock begin where they end (--clock ${timeText(own)})`;
      throw new PastError(
        `${contract.symbol}: the past is at most 60 days long, and the candles begin at ${timeText(this.first)}, the market at ${timeText(end)}: leave out those before ${timeText(end - longestMs)}${elsewhen}`,
      );
    }
    for (const candle of candles)
      for (const [i, minute] of minutesOf(contract, candle, candle.lengthMs / MINUTE_MS).entries())
        this.#minutes.set(candle.time + i * MINUTE_MS, minute);
    const opening = { time: this.first, points: this.#minutes.get(this.first)!.open * POINTS_PER_TICK };
    this.#before = this.#gap(opening, opening, 0, end - this.first);
    let from = opening;
    for (const [time, { open, close }] of this.#minutes) {
      this.#addGap(from, { time, points: open * POINTS_PER_TICK });
      from = { time: time + MINUTE_MS, points: close * POINTS_PER_TICK };
    }
    this.#addGap(from, { time: end, points: from.points });
  }

  /** The given minute that begins at `time`; undefined if there is none. */
  minute(time: TimeMs): GivenMinute | undefined {
    return this.#minutes.get(time);
  }

  /**
   * How much is made up between candles and up to the end, in a sentence without a full stop; undefined
   * below a minute.
   */
  get madeUp(): { readonly minutes: number; readonly words: string } | undefined {
    const minutes = this.#gaps.reduce((sum, gap) => sum + Math.floor(minutesIn(gap)), 0);
    const first = this.#gaps.find((gap) => minutesIn(gap) >= 1);
    if (first === undefined) return undefined;
    const { from, to } = first;
    const more = this.#gaps.length - 1 - this.#gaps.indexOf(first);
    const elsewhere = more === 0 ? "" : `, and ${more} more ${more === 1 ? "gap" : "gaps"} behind it`;
    return {
      minutes,
      words: `no candle is there for ${minutes} min, which are made up: from ${timeText(from.time)} to ${timeText(to.time)}${elsewhere}`,
    };
  }

  /**
   * The usual minute at a time without a candle, by the candles beside it: its range as a share of the
   * price, its lots, and the most lots of one.
   */
  usualMinute(time: TimeMs): Pick<Gap, "minuteRange" | "minuteLots" | "minuteLotsMax"> {
    return this.#gapAt(time);
  }

  /**
   * The price at a time without a candle. It follows a made-up path, scaled to the range of the candles,
   * joined to the prices on both sides, and reflected at the bounds of the gap.
   *
   * @param path a made-up path, in points
   * @param usualRange the range that it usually has in a minute, as a share of the price
   * @param end where the past ends
   */
  priceAt(time: TimeMs, path: (time: TimeMs) => number, usualRange: number, end: Pin): GapPrice {
    const gap = this.#gapAt(time);
    const { from } = gap;
    const to = gap.to.time === end.time ? end : gap.to;
    const span = to.time - from.time;
    const share = span === 0 ? 0 : (time - from.time) / span;
    const bridge = (a: number, b: number) => Math.log(a) * (1 - share) + Math.log(b) * share;
    const apart = Math.log(path(time)) - bridge(path(from.time), path(to.time));
    const isBefore = gap === this.#before;
    const wider = isBefore ? Math.max(1, Math.sqrt((from.time - time) / (end.time - from.time))) : 1;
    const edge = (value: number) => Math.log(from.points) + (value - Math.log(from.points)) * wider;
    const low = Math.min(edge(gap.low), Math.log(to.points));
    const high = Math.max(edge(gap.high), Math.log(to.points));
    const strength = Math.min(1, gap.minuteRange / usualRange);
    const price = folded(bridge(from.points, to.points) + strength * apart, low, high);
    const away = isBefore ? from.time - time : Math.min(time - from.time, to.time - time);
    return {
      ...{ points: Math.exp(price), low: Math.exp(low), high: Math.exp(high) },
      away: Math.min(1, Math.abs(away) / MINUTE_MS),
    };
  }

  /** The gap that a time without a candle lies in. */
  #gapAt(time: TimeMs): Gap {
    if (time <= this.first) return this.#before;
    let at = 0;
    for (let beyond = this.#gaps.length; at < beyond; ) {
      const middle = (at + beyond) >>> 1;
      if (this.#gaps[middle]!.to.time < time) at = middle + 1;
      else beyond = middle;
    }
    return this.#gaps[at] ?? this.#before;
  }

  #addGap(from: Pin, to: Pin): void {
    const lengthMs = to.time - from.time;
    if (lengthMs > 0) this.#gaps.push(this.#gap(from, to, lengthMs, lengthMs));
  }

  /**
   * The gap between two pins.
   *
   * @param beforeMs how far back candles before the gap determine its bounds, ms
   * @param afterMs how far ahead candles after the gap do, ms
   */
  #gap(from: Pin, to: Pin, beforeMs: number, afterMs: number): Gap {
    let [count, lots, minuteLotsMax] = [0, 0, 0];
    let [low, high] = [Math.min(from.points, to.points), Math.max(from.points, to.points)];
    const add = (time: TimeMs) => {
      const minute = this.#minutes.get(time);
      if (minute === undefined) return;
      count++;
      lots += minute.lots;
      minuteLotsMax = Math.max(minuteLotsMax, minute.lots);
      low = Math.min(low, minute.low * POINTS_PER_TICK);
      high = Math.max(high, minute.high * POINTS_PER_TICK);
    };
    for (let time = from.time; time > from.time - beforeMs; time -= MINUTE_MS) add(time - MINUTE_MS);
    for (let time = to.time; time < to.time + afterMs; time += MINUTE_MS) add(time);
    return {
      ...{ from, to, low: Math.log(low), high: Math.log(high) },
      minuteRange: Math.log(high / low) / Math.sqrt(count),
      ...{ minuteLots: lots / count, minuteLotsMax },
    };
  }
}

function minutesIn({ from, to }: Gap): number {
  return (to.time - from.time) / MINUTE_MS;
}

/** A value reflected at both edges of a band, like a ball between two walls. */
function folded(value: number, low: number, high: number): number {
  const width = high - low;
  if (width <= 0) return low;
  const into = (((value - low) % (2 * width)) + 2 * width) % (2 * width);
  return low + (into <= width ? into : 2 * width - into);
}

/** The minutes that a candle becomes. */
function minutesOf(contract: ContractView, candle: Candle, count: number): readonly GivenMinute[] {
  const { row } = candle;
  const ticks = (name: "open" | "high" | "low" | "close") => {
    const price = Number(candle[name]);
    const down = ticksOf(price, contract, "down");
    if (down !== ticksOf(price, contract, "up"))
      row.refuse(`${name} ${candle[name]} of ${contract.symbol} is not a multiple of its tick`);
    if (down < 1 || down > TICKS_MAX)
      row.refuse(`${name} ${candle[name]} of ${contract.symbol} is not a price that it can have`);
    return down;
  };
  const [open, high, low, close] = [ticks("open"), ticks("high"), ticks("low"), ticks("close")];
  if (high < Math.max(open, close))
    row.refuse(`high ${candle.high} is below open ${candle.open} or close ${candle.close}`);
  if (low > Math.min(open, close))
    row.refuse(`low ${candle.low} is above open ${candle.open} or close ${candle.close}`);
  const { sizeDecimals, lotStep } = contract;
  const lots = Math.round((Number(candle.volume) * 10 ** sizeDecimals) / lotStep);
  if (count === 1) return [{ open, high, low, close, lots }];
  const corners = close >= open ? [open, low, high, close] : [open, high, low, close];
  /** The price after `i` of the minutes; exact at the corners of the path. */
  const at = (i: number): number => {
    const turns = [0, Math.ceil(count / 3), Math.ceil((2 * count) / 3), count];
    const leg = i >= turns[2]! ? 2 : i >= turns[1]! ? 1 : 0;
    const share = (i - turns[leg]!) / (turns[leg + 1]! - turns[leg]!);
    return Math.round(corners[leg]! + (corners[leg + 1]! - corners[leg]!) * share);
  };
  return Array.from({ length: count }, (_, i) => {
    const [from, to] = [at(i), at(i + 1)];
    const share = Math.floor((lots * (i + 1)) / count) - Math.floor((lots * i) / count);
    return { open: from, high: Math.max(from, to), low: Math.min(from, to), close: to, lots: share };
  });
}
