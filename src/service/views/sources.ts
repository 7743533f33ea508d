import type { Answer, ContractView, DepthView, Query, TimeMs } from "../../kernel/core/index.ts";
import type { Bar } from "./bar.ts";
import { CANDLE_INTERVALS_MS, COMPOSED_INTERVALS_MS, candleTime, composeBars } from "./candles.ts";
import type { CandlePrice, ContractPast } from "./contractData.ts";
import { DAY_MINUTES, MINUTE_MS } from "./day.ts";
import type { PublicTrade } from "./tape.ts";
import { TAPE_TRADES_MAX } from "./tape.ts";

/** The part of a durable frame that is folded here. */
export interface EventFrame {
  readonly firstSeq: number;
  readonly time: TimeMs;
  /** Event records; the sequence number of each is `firstSeq` plus its index. */
  readonly events: Uint8Array;
}

/**
 * The live state that the views start from, all of one moment: the answers to `contracts` and to each
 * `depth`.
 */
export interface LiveState {
  readonly contracts: readonly ContractView[];
  /** Whole books, one a contract; a contract without one starts with an empty book. */
  readonly books: readonly DepthView[];
  /** Sequence number and market time of that moment. */
  readonly seq: number;
  readonly time: TimeMs;
}

/** Where the present comes from: the engine's port. */
export interface LiveSource {
  query<Q extends Query>(query: Q): Promise<Answer<Q>>;
  subscribe(listener: (frame: EventFrame) => void): () => void;
  readonly durableSeq: number;
  now(): TimeMs;
}

/** Where the past comes from: the history. Candles oldest first, trades newest first. */
export interface PastSource {
  candles(query: {
    readonly contract: number;
    readonly price: CandlePrice;
    readonly intervalMs: number;
    readonly limit: number;
    readonly now: TimeMs;
  }): Promise<readonly Bar[]>;
  trades(query: { readonly contract: number; readonly limit: number }): Promise<readonly PublicTrade[]>;
}

/** How often {@link readLiveState} starts again while commands keep coming in. */
const ATTEMPTS_MAX = 100;

/**
 * The live state of one moment, although it takes several questions. The answers belong together if nothing
 * became durable between the first question and the last answer, since every answer is given from a durable
 * head.
 */
export async function readLiveState(source: LiveSource): Promise<LiveState> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const seq = source.durableSeq;
    const contracts = await source.query({ type: "contracts" });
    const books = await Promise.all(
      contracts.map(({ contract }) =>
        source.query({ type: "depth", contract, limit: Number.MAX_SAFE_INTEGER }),
      ),
    );
    if (source.durableSeq !== seq) continue;
    return { contracts, books: books.filter((book) => book !== undefined), seq, time: source.now() };
  }
  throw new Error("market views must start while few commands come in");
}

/** What market data goes on from: a contract's past as history has it at market time `now`. */
export async function readPast(source: PastSource, contract: number, now: TimeMs): Promise<ContractPast> {
  const day = { contract, price: "last", intervalMs: MINUTE_MS, limit: DAY_MINUTES, now } as const;
  const kept = PRICES.flatMap((price) => KEPT_INTERVALS_MS.map((parts) => ({ price, parts })));
  const [minutes, trades, candles] = await Promise.all([
    source.candles(day),
    source.trades({ contract, limit: TAPE_TRADES_MAX }),
    Promise.all(
      kept.map(async ({ price, parts }) => {
        const intervals = [parts, ...composedOf(parts)];
        // The running candle must be complete; of the candle before it only the close matters.
        const limit = Math.max(...intervals.map((each) => partsSince(candleTime(now, each), parts, now))) + 1;
        const bars = await source.candles({ contract, price, intervalMs: parts, limit, now });
        return intervals.map((intervalMs) => ({
          price,
          intervalMs,
          bars: composeBars(bars, intervalMs).slice(-2),
        }));
      }),
    ),
  ]);
  return { minutes, trades, candles: candles.flat() };
}

/** The intervals that history keeps. */
const KEPT_INTERVALS_MS = CANDLE_INTERVALS_MS.filter((each) => !COMPOSED_INTERVALS_MS.has(each));

/** The intervals whose candles are composed of candles of `parts`. */
function composedOf(parts: number): readonly number[] {
  return [...COMPOSED_INTERVALS_MS].filter(([, of]) => of === parts).map(([intervalMs]) => intervalMs);
}

/** How many candles of `parts` opened from `opened` until now. */
function partsSince(opened: TimeMs, parts: number, now: TimeMs): number {
  return Math.floor((now - opened) / parts) + 1;
}

const PRICES: readonly CandlePrice[] = ["last", "mark", "index"];
