import type { Listing, Scenario } from "../../movers/feeds/index.ts";
import { defaultContracts, parseScenario, usualTrading } from "../../movers/feeds/index.ts";
import type { ExamCase } from "./cases.ts";

/** How long a rise takes, and the fall after it, ms of market time: so averages of minutes cross in each. */
const WAVE_MS = 360_000;
const WAVES = 500;
/** How far the price moves, as a share. */
const HEIGHT = 0.006;
/**
 * How often the house quotes and trades in a second of the bot's time; and at least, in one of market time.
 */
const PER_SECOND = 3;
const PER_SECOND_MIN = 0.05;
/**
 * Candles of each interval before the start: as many as a fresh venue has, and as a strategy asks for at
 * most.
 */
const PREHISTORY = 1_000;

/**
 * The market that a bot is examined in if it names none: what a fresh venue lists. The price of one contract
 * rises and falls in turn, and a house quotes and trades, so that bots which follow prices have something to
 * follow.
 *
 * @param symbol of a contract out of the box
 * @param startMs market time at the start, where it does not follow the host's
 * @param marketSpeed seconds of market time in one of the bot's
 * @param botSpeed seconds of the bot's time in one of the host's
 */
export function wavesOf(
  symbol: string,
  startMs: number,
  { marketSpeed, botSpeed }: { readonly marketSpeed: number; readonly botSpeed: number },
): Promise<Scenario> {
  const { price } = usualTrading(symbol);
  const steps = Array.from({ length: WAVES }, (_, i) => ({
    atMs: i * WAVE_MS,
    ramp: price * (i % 2 === 0 ? 1 + HEIGHT : 1 - HEIGHT),
    overMs: WAVE_MS,
  }));
  const often = Math.max(PER_SECOND / marketSpeed / botSpeed, PER_SECOND_MIN);
  const house = { quotesPerSecond: often, tradesPerSecond: often };
  const houses = Object.fromEntries(defaultContracts.map(({ listing }) => [listing.symbol, house]));
  const none = () => Promise.reject(new Error("invariant: a case of the exam names no file"));
  return parseScenario(
    {
      seed: 1,
      feeds: { [symbol]: { type: "scripted", price, steps } },
      prehistory: PREHISTORY,
      ...(marketSpeed !== 1 && { clock: { start: new Date(startMs).toISOString(), speed: marketSpeed } }),
      ...(marketSpeed * botSpeed !== 1 && { participants: { contracts: houses } }),
    },
    none,
  );
}

/** A market with the grid that a case has: for every contract, since a bot may trade any. */
export function marketOf({ grid, about }: ExamCase, market: Scenario): Scenario {
  if (grid === undefined) return { ...market, about };
  const listings = market.listings.map((each) => ({ ...each, ...gridOf(each, grid) }));
  return { ...market, about, listings };
}

/**
 * The grid of a contract in a case: coarse has ticks of ten times and lots of fifty times the usual, fine has
 * ticks of a tenth of the usual.
 */
function gridOf(
  { priceDecimals, sizeDecimals, lotStep }: Listing,
  grid: NonNullable<ExamCase["grid"]>,
): Partial<Listing> {
  if (grid === "fine") return { priceDecimals: priceDecimals + 1 };
  const coarse = { priceDecimals: priceDecimals - 1, lotStep: 5 * lotStep };
  return sizeDecimals > 0
    ? { ...coarse, sizeDecimals: sizeDecimals - 1 }
    : { ...coarse, lotStep: 50 * lotStep };
}
