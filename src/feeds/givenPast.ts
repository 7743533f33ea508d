import type { ContractView, TimeMs } from "../core/index.ts";
import { MINUTE_MS } from "../host/clock.ts";
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

/** A price that the path must have at a moment, in points. */
interface Pin {
  readonly time: TimeMs;
  readonly points: number;
}

/**
 * The candles given for a contract's past, as minutes on its grid. Longer candles become minutes that add up to them
 * exactly: the price goes from open over the two extremes to close, and the volume is spread evenly.
 */
export class GivenPast {
  readonly #minutes = new Map<TimeMs, GivenMinute>();
  /** The moments where given candles end and begin again, with their prices. */
  readonly #pins: Pin[] = [];
  readonly #factors = new Map<Pin, number>();
  readonly first: TimeMs;

  /** @throws RecordingError where a price is off the contract's grid; PastError where the candles do not fit before `end` */
  constructor(contract: ContractView, { candles, intervalMs }: PastCandles, end: TimeMs) {
    this.first = candles[0]!.time;
    const last = candles.at(-1)!;
    const day = (time: TimeMs) => new Date(time).toISOString();
    if (last.time + intervalMs > end)
      throw new PastError(
        `${contract.symbol}: the candles go on until ${day(last.time + intervalMs)}, and the market begins at ${day(end)}: let its clock begin later`,
      );
    const longestMs = GIVEN_MINUTES_MAX * MINUTE_MS;
    if (end - this.first > longestMs) {
      const own = last.time + intervalMs;
      const elsewhen =
        own - this.first > longestMs || own === end
          ? ""
          : `, or let its clock begin where they end (--clock ${day(own)})`;
      throw new PastError(
        `${contract.symbol}: the past is at most 60 days long, and the candles begin at ${day(this.first)}, the market at ${day(end)}: leave out those before ${day(end - longestMs)}${elsewhen}`,
      );
    }
    for (const candle of candles)
      this.#add(minutesOf(contract, candle, candle.lengthMs / MINUTE_MS), candle.time);
  }

  /** The given minute that begins at `time`; undefined if there is none. */
  minute(time: TimeMs): GivenMinute | undefined {
    return this.#minutes.get(time);
  }

  /**
   * The factor for a path at `time`, with which it meets every pin; between two pins it changes in proportion to
   * time.
   */
  factorAt(time: TimeMs, path: (time: TimeMs) => number, end: Pin): number {
    const after = this.#pins.findIndex((pin) => pin.time > time);
    const factor = (pin: Pin): number => {
      const known = this.#factors.get(pin);
      if (known !== undefined) return known;
      const found = pin.points / path(pin.time);
      this.#factors.set(pin, found);
      return found;
    };
    if (after === 0) return factor(this.#pins[0]!);
    const from = after < 0 ? this.#pins.at(-1)! : this.#pins[after - 1]!;
    const to = after < 0 ? end : this.#pins[after]!;
    if (to.time <= from.time) return factor(to);
    const share = (time - from.time) / (to.time - from.time);
    return factor(from) ** (1 - share) * factor(to) ** share;
  }

  #add(minutes: readonly GivenMinute[], from: TimeMs): void {
    const last = this.#pins.at(-1);
    const until = from + minutes.length * MINUTE_MS;
    const close = { time: until, points: minutes.at(-1)!.close * 100 };
    if (last?.time === from && this.#minutes.has(from - MINUTE_MS)) this.#pins[this.#pins.length - 1] = close;
    else this.#pins.push({ time: from, points: minutes[0]!.open * 100 }, close);
    for (const [i, minute] of minutes.entries()) this.#minutes.set(from + i * MINUTE_MS, minute);
  }
}

/** The minutes that a candle becomes. */
function minutesOf(contract: ContractView, candle: Candle, count: number): readonly GivenMinute[] {
  const { row } = candle;
  const ticks = (name: "open" | "high" | "low" | "close") => {
    const price = Number(candle[name]);
    const down = ticksOf(price, contract, true);
    if (down !== ticksOf(price, contract, false))
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
  /** The price after `i` of the minutes; at a corner of the path it is exact. */
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
