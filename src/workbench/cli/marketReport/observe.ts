import { startVenue } from "../../../assembly/venue/index.ts";
import type { ContractView, DepthView } from "../../../kernel/core/index.ts";
import {
  BUY,
  eventLayouts,
  INSURANCE_ACCOUNT,
  isMarketTrade,
  KIND_LIQUIDATION,
  KIND_OFFSET,
  MOVE_FIX_MARGIN,
  ORIGIN_NETTING,
  offsetsOf,
  QUANTA_PER_UNIT,
  RATE_ONE,
  RecordView,
} from "../../../kernel/core/index.ts";
import type { BookSample, Forced, Minutes, Tape } from "../../../movers/facts/index.ts";
import {
  candlesOf,
  DAY_MINUTES,
  DEPTH_BP,
  IMPACT_UNITS,
  MINUTE_MS,
  minutesOf,
} from "../../../movers/facts/index.ts";
import type { Scenario } from "../../../movers/feeds/index.ts";
import { prehistoryOf, prehistoryTerms, priceOf } from "../../../movers/feeds/index.ts";

/** What is measured, and for how long. */
export interface Watch {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly minutes: number;
  readonly onProgress: (share: number) => void;
}

/** A contract's trading, and its generated past. */
export interface Observed {
  readonly tape: Tape;
  readonly past: Minutes;
}

/** The book is read twice, a second apart, once in this many seconds. */
const SAMPLE_SECONDS = 15;
/** Levels of a side that are read; the venue's own accounts have at most 200 in a contract each. */
const LEVELS_MAX = 1_000;
/** Levels of a side in which a change counts. */
const NEAR_LEVELS = 20;

const TIME_ADVANCED = eventLayouts.timeAdvanced.kind;
const TRADED = eventLayouts.traded.kind;
const FUNDING_TURNED = eventLayouts.fundingTurned.kind;
const LIQUIDATION_STARTED = eventLayouts.liquidationStarted.kind;
const FEE_RECEIVED = eventLayouts.liquidationFeeReceived.kind;
const MONEY_MOVED = eventLayouts.moneyMoved.kind;
const traded = offsetsOf(eventLayouts.traded);
const started = offsetsOf(eventLayouts.liquidationStarted);
const received = offsetsOf(eventLayouts.liquidationFeeReceived);
const movedMoney = offsetsOf(eventLayouts.moneyMoved);
const turned = offsetsOf(eventLayouts.fundingTurned);

/** ADL lights are looked at once in this many seconds. */
const LIGHTS_SECONDS = 3_600;

/**
 * Lets a market run by itself in memory, with nobody connected, and records what a trader would see of it.
 */
export async function observe({ scenario, seed, minutes, onProgress }: Watch): Promise<readonly Observed[]> {
  const venue = await startVenue({
    market: scenario,
    seed,
    clock: "test",
    prehistory: 0,
    backgroundAudit: false,
  });
  try {
    const { engine } = venue;
    const start = engine.now();
    const diaries = (await engine.query({ type: "contracts" })).map((contract) => new Diary(contract));
    const liquidations = new Liquidations(diaries);
    const stop = engine.subscribe((frame) => {
      const view = new RecordView(frame.events);
      let { time } = frame;
      for (let at = 0; at < view.length; at = view.next(at)) {
        const kind = view.kind(at);
        if (kind === TIME_ADVANCED) time = view.words[at + 1]!;
        if (kind === TRADED) diaries[view.words[at + traded.contract]!]!.trade(time, view.words, at);
        liquidations.see(kind, time, view.words, at);
        if (kind === FUNDING_TURNED) diaries[view.words[at + turned.contract]!]!.turn(view.words, at);
      }
    });
    const look = async (): Promise<void> => {
      for (const diary of diaries)
        diary.look(
          engine.now(),
          await engine.query({ type: "depth", contract: diary.contract.contract, limit: LEVELS_MAX }),
        );
    };
    const seconds = minutes * 60;
    for (let second = 0; second < seconds; second += SAMPLE_SECONDS) {
      onProgress(second / seconds);
      await venue.step((SAMPLE_SECONDS - 1) * 1000);
      await look();
      await venue.step(1000);
      await look();
      if ((second + SAMPLE_SECONDS) % LIGHTS_SECONDS !== 0) continue;
      for (const { contract, lights } of diaries)
        for (const { light } of await engine.query({ type: "adl", contract: contract.contract }))
          lights[light - 1]! += 1;
    }
    stop();
    const after = await engine.query({ type: "contracts" });
    return diaries.map((diary, i) => ({
      tape: diary.tape(start, minutes, after[i]!, seed),
      past: pastOf(diary.contract, scenario, seed, start),
    }));
  } finally {
    await venue.stop();
  }
}

/** Assigns liquidations, which are of an account, to the contract in which the account had a position. */
class Liquidations {
  readonly #diaries: readonly Diary[];
  /** Accounts whose liquidation began, and has closed nothing yet. */
  readonly #begun = new Set<number>();
  /** The contract in which an account was liquidated last. */
  readonly #where = new Map<number, Diary>();

  constructor(diaries: readonly Diary[]) {
    this.#diaries = diaries;
  }

  see(kind: number, time: number, words: Float64Array, at: number): void {
    if (kind === LIQUIDATION_STARTED) this.#begun.add(words[at + started.account]!);
    if (kind === TRADED) this.#closed(time, words, at);
    if (kind === FEE_RECEIVED)
      this.#diaries[words[at + received.contract]!]!.forced.received += unitsAt(words, at + received.amount);
    if (kind === MONEY_MOVED && words[at + movedMoney.movement] === MOVE_FIX_MARGIN) {
      const diary = this.#where.get(words[at + movedMoney.toAccount]!);
      if (diary !== undefined) diary.forced.paid += unitsAt(words, at + movedMoney.amount);
    }
  }

  #closed(time: number, words: Float64Array, at: number): void {
    const isTaker = words[at + traded.takerAccount] !== INSURANCE_ACCOUNT;
    const order = words[at + (isTaker ? traded.takerKind : traded.makerKind)];
    if (order !== KIND_LIQUIDATION && order !== KIND_OFFSET) return;
    if (words[at + traded.origin] === ORIGIN_NETTING) return;
    const diary = this.#diaries[words[at + traded.contract]!]!;
    const account = words[at + (isTaker ? traded.takerAccount : traded.makerAccount)]!;
    this.#where.set(account, diary);
    if (this.#begun.delete(account)) diary.forced.entries++;
    const takerBought = words[at + traded.takerSide] === BUY;
    diary.liquidate(time, unitsAt(words, at + traded.value), takerBought === isTaker);
  }
}

/** An amount of a record, in whole units; as exact as a double is. */
function unitsAt(words: Float64Array, at: number): number {
  return words[at]! + words[at + 1]! / QUANTA_PER_UNIT;
}

/** The recording of one contract. */
class Diary {
  readonly contract: ContractView;
  readonly #times: number[] = [];
  readonly #prices: number[] = [];
  readonly #sizes: number[] = [];
  readonly #bought: number[] = [];
  readonly #samples: BookSample[] = [];
  readonly #rates: number[] = [];
  readonly lights = [0, 0, 0, 0, 0];
  readonly forced = {
    ...{ time: [] as number[], value: [] as number[], bought: [] as number[] },
    ...{ entries: 0, received: 0, paid: 0 },
  };
  readonly #lot: number;

  constructor(contract: ContractView) {
    this.contract = contract;
    this.#lot = contract.lotStep / 10 ** contract.sizeDecimals;
  }

  trade(time: number, words: Float64Array, at: number): void {
    if (!isMarketTrade(words[at + traded.origin]!)) return;
    this.#times.push(time);
    this.#prices.push(this.#price(words[at + traded.price]!));
    this.#sizes.push(words[at + traded.size]! * this.#lot);
    this.#bought.push(words[at + traded.takerSide] === BUY ? 1 : 0);
  }

  liquidate(time: number, value: number, bought: boolean): void {
    this.forced.time.push(time);
    this.forced.value.push(value);
    this.forced.bought.push(bought ? 1 : 0);
  }

  turn(words: Float64Array, at: number): void {
    if (words[at + turned.skipped] === 0) this.#rates.push(words[at + turned.settledRate]! / RATE_ONE);
  }

  look(time: number, depth: DepthView | undefined): void {
    const [bid, ask] = [depth?.bids[0]?.price, depth?.asks[0]?.price];
    if (depth === undefined || bid === undefined || ask === undefined) return;
    const middle = (bid + ask) / 2;
    const units = (price: number, size: number): number =>
      (price * size * this.contract.quantaPerTickLot) / QUANTA_PER_UNIT;
    const within = (levels: DepthView["bids"], share: number): number =>
      levels.reduce(
        (sum, { price, size }) =>
          Math.abs(price - middle) <= share * middle ? sum + units(price, size) : sum,
        0,
      );
    const reach = (levels: DepthView["bids"]): number => Math.abs(levels.at(-1)!.price / middle - 1);
    this.#samples.push({
      time,
      bid: this.#price(bid),
      ask: this.#price(ask),
      bidLevels: depth.bids.length,
      askLevels: depth.asks.length,
      reach: Math.min(reach(depth.bids), reach(depth.asks)),
      depth: DEPTH_BP.map((bp) => Math.min(within(depth.bids, bp / 10_000), within(depth.asks, bp / 10_000))),
      impact: impactOf(depth.asks, middle, units),
      mark: markOf([...depth.bids.slice(0, NEAR_LEVELS), ...depth.asks.slice(0, NEAR_LEVELS)]),
    });
  }

  tape(start: number, minutes: number, after: ContractView, seed: number): Tape {
    const trades = {
      time: Float64Array.from(this.#times),
      price: Float64Array.from(this.#prices),
      size: Float64Array.from(this.#sizes),
      bought: Float64Array.from(this.#bought),
    };
    const price = after.mark / 100;
    return {
      symbol: after.symbol,
      source: `simulated, seed ${seed}`,
      tick: this.#price(1),
      trades,
      minutes: padded(candlesOf(trades), start, minutes),
      book: this.#samples,
      openInterest: (after.openInterest * price * after.quantaPerTickLot) / QUANTA_PER_UNIT,
      funding: { rates: this.#rates, anchor: after.interestRate / RATE_ONE },
      forced: this.#forced(),
      lights: this.lights,
    };
  }

  #forced(): Forced {
    const { time, value, bought, ...sums } = this.forced;
    return {
      time: Float64Array.from(time),
      value: Float64Array.from(value),
      bought: Float64Array.from(bought),
      ...sums,
    };
  }

  #price(ticks: number): number {
    return priceOf(ticks * 100, this.contract);
  }
}

/**
 * The distance from the middle to the last level that an order for {@link IMPACT_UNITS} reaches, as a share.
 */
function impactOf(
  asks: DepthView["asks"],
  middle: number,
  units: (price: number, size: number) => number,
): number | undefined {
  let left = IMPACT_UNITS;
  for (const { price, size } of asks) {
    left -= units(price, size);
    if (left <= 0) return price / middle - 1;
  }
  return undefined;
}

/** A number that changes whenever one of the levels does. */
function markOf(levels: DepthView["bids"]): number {
  let mark = levels.length;
  for (const { price, size } of levels) mark = (Math.imul(mark, 31) + Math.imul(price, 7) + size) | 0;
  return mark;
}

/** The candles between two moments, with empty ones before the first trade and after the last. */
function padded(candles: Minutes, from: number, count: number): Minutes {
  const all = minutesOf(Math.floor(from / MINUTE_MS) * MINUTE_MS, count);
  const shift = Math.round((candles.start - all.start) / MINUTE_MS);
  let last = candles.open[0] ?? 1;
  for (let i = 0; i < count; i++) {
    const at = i - shift;
    const isThere = at >= 0 && at < candles.open.length;
    for (const name of ["open", "high", "low", "close"] as const)
      all[name][i] = isThere ? candles[name][at]! : last;
    for (const name of ["volume", "bought", "trades"] as const)
      all[name][i] = isThere ? candles[name][at]! : 0;
    last = all.close[i]!;
  }
  return all;
}

/** The last day of a contract's generated past, in minutes. */
export function pastOf(contract: ContractView, scenario: Scenario, seed: number, end: number): Minutes {
  const { candles } = prehistoryOf({
    contract,
    seed,
    end,
    points: contract.index,
    ...prehistoryTerms(contract.symbol, scenario.feeds[contract.symbol]),
    candles: DAY_MINUTES,
  });
  const { bars } = candles.find(({ price, intervalMs }) => price === "last" && intervalMs === MINUTE_MS)!;
  const words = bars.length / Math.ceil((end - bars[0]!) / MINUTE_MS);
  const minutes = minutesOf(bars[0]!, bars.length / words);
  for (let i = 0; i < minutes.open.length; i++) {
    const bar = bars.subarray(i * words, (i + 1) * words);
    minutes.open[i] = priceOf(bar[1]! * 100, contract);
    minutes.high[i] = priceOf(bar[2]! * 100, contract);
    minutes.low[i] = priceOf(bar[3]! * 100, contract);
    minutes.close[i] = priceOf(bar[4]! * 100, contract);
    minutes.volume[i] = bar[6]! + bar[7]! / QUANTA_PER_UNIT;
    minutes.trades[i] = bar[8]!;
    minutes.bought[i] = bar[10]! + bar[11]! / QUANTA_PER_UNIT;
  }
  return minutes;
}
