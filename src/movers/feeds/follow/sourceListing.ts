import { HOUR_MS } from "../../../kernel/host/clock.ts";
import type { Listing } from "../contracts.ts";
import { defaultContracts, usualListing } from "../contracts.ts";
import { leverageOf, rateOf } from "../scenario.ts";
import { sideUnitsMax } from "./capacity.ts";
import type { ExchangeClient, ExchangeInstrument, LeverageTier } from "./exchangeClient.ts";
import { ExchangeError } from "./exchangeClient.ts";
import type { FundingInterval } from "./fundingInterval.ts";
import type { SizeReading } from "./sizeReading.ts";

/** ccxt's codes for how an instrument's precision is to be read: as a step, or as decimals. */
const TICK_SIZE = 4;
const DECIMAL_PLACES = 2;
/** Decimals of price, mark and size together, with which every value is exact in 1e-8. */
const EXACT_DECIMALS = 8;
/** The largest order's value, about, in the quote coin; and the most lots that an order may have. */
const ORDER_UNITS = 100_000_000;
const ORDER_LOTS_CEILING = 1_000_000_000;
/** A source's tiers are taken if they allow this many lots on each side of the book. */
const SHOWN_LOTS = 10;

/** A step as `units × 10^−decimals`, in lowest terms: 0.25 is 25 hundredths, 10 is 10 ones. */
interface Step {
  readonly decimals: number;
  readonly units: number;
}

/** A contract as it is listed here, and which of the source's terms it could not take over. */
export interface SourceListing {
  readonly listing: Listing;
  readonly notes: readonly string[];
}

/** An instrument that is to be listed. */
export interface ListedInstrument {
  readonly client: ExchangeClient;
  readonly instrument: ExchangeInstrument;
  readonly price: number;
  /** The unit of the instrument's sizes, and of its lot. */
  readonly reading: SizeReading;
  readonly funding: FundingInterval;
}

/** The parts of an instrument from which its tick and lot follow. */
type Gridded = Pick<ListedInstrument, "client" | "instrument" | "reading">;

/** The default contract of a coin; for other coins the usual terms with the source's tick and lot. */
export function ownListing(of: ListedInstrument): SourceListing {
  const known = defaultContracts.find(({ listing }) => listing.baseCoin === of.instrument.base);
  const { listing, notes } = known === undefined ? gridListing(of) : { ...known, notes: [] };
  const { intervalMs = listing.fundingIntervalMs } = of.funding;
  if (intervalMs === listing.fundingIntervalMs) return { listing, notes };
  const [there, here] = [intervalMs / HOUR_MS, listing.fundingIntervalMs / HOUR_MS];
  const note = `its funding is paid every ${there} h, and here every ${here} h at the same rate: --contracts source takes its interval`;
  return { listing, notes: [...notes, note] };
}

/**
 * The usual terms with the source's tick, lot, smallest order, fees and tiers, as far as it gives them
 * without a key.
 */
export async function sourceListing(of: ListedInstrument): Promise<SourceListing> {
  const { client, instrument, price, funding } = of;
  const { listing: usual, notes: cut } = gridListing(of);
  const notes = [...cut, ...funding.notes];
  const { maker, taker, limits } = instrument;
  const hasFees = maker !== undefined && taker !== undefined && maker + taker >= 0 && taker >= 0;
  if (!hasFees) notes.push("its fees are not known: ours hold");
  const lot = usual.lotStep * 10 ** -usual.sizeDecimals;
  const given = await tiersOf(client, instrument, price);
  const tiers = given !== undefined && canShow(given, usual, lot * price) ? given : undefined;
  if (given === undefined) notes.push("its tiers are not public: ours hold");
  else if (tiers === undefined)
    notes.push(
      `its tiers allow a position of ${given.at(-1)!.boundUnits} USDT, too little to show its book in lots of ${(lot * price).toPrecision(3)} USDT: ours hold`,
    );
  const leverageMax = tiers?.[0]?.leverageMax ?? usual.leverageMax;
  const smallest = ((limits?.amount?.min ?? 0) * lotUnit(of)) / lot;
  return {
    listing: {
      ...usual,
      ...(hasFees && { makerRate: rateOf(maker), takerRate: rateOf(taker) }),
      ...(tiers !== undefined && { tiers }),
      leverageMax,
      leverageDefault: Math.min(usual.leverageDefault, leverageMax),
      orderLotsMin: Math.max(1, Math.min(usual.marketOpenLotsMax, Math.ceil(smallest - 1e-6))),
      fundingIntervalMs: funding.intervalMs ?? usual.fundingIntervalMs,
    },
    notes,
  };
}

/** Whether the house may show at least {@link SHOWN_LOTS} on a side under these tiers. */
function canShow(tiers: Listing["tiers"], { leverageMin }: Listing, lotUnits: number): boolean {
  return sideUnitsMax({ tiers, leverageMin, leverageMax: tiers[0]!.leverageMax }) >= SHOWN_LOTS * lotUnits;
}

/**
 * The source's own tick and lot. @throws ExchangeError where it gives none, or the unit of its lot cannot be
 * told
 */
export function sourceGrid(of: Gridded) {
  const { tick, lot } = stepsOf(of);
  const [priceDecimals, priceStep] = [tick.decimals, tick.units];
  return { priceDecimals, priceStep, sizeDecimals: lot.decimals, lotStep: lot.units };
}

function stepsOf(of: Gridded): { readonly tick: Step; readonly lot: Step } {
  const { client, instrument } = of;
  const { precision, limits, symbol } = instrument;
  const tick = stepOf(client, precision.price);
  const lot = stepOf(client, precision.amount ?? limits?.amount?.min, lotUnit(of));
  if (tick === undefined || lot === undefined)
    throw new ExchangeError(`${client.id} does not say tick and lot of ${symbol} as steps`);
  return { tick, lot };
}

/** Coins in one of a lot's units: a source's lot is in the unit of its book. */
function lotUnit({ client, instrument, reading }: Gridded): number {
  const coins = reading.coinsIn("book");
  if (coins === undefined) throw new ExchangeError(`${instrument.symbol} at ${client.id}: ${reading.text}`);
  return coins;
}

/**
 * The usual terms on the source's grid. Lots grow until values are exact. @throws ExchangeError where the
 * price step alone is too fine
 */
function gridListing(of: ListedInstrument): SourceListing {
  const { instrument, price } = of;
  const { base, symbol } = instrument;
  const { tick, lot } = stepsOf(of);
  if (tick.decimals > EXACT_DECIMALS)
    throw new ExchangeError(
      `${symbol}: its prices have ${tick.decimals} decimals; more than ${EXACT_DECIMALS} are not exact in 1e-8, whatever the lot`,
    );
  const exact = exactLot(tick, lot);
  const lotSize = exact.units * 10 ** -exact.decimals;
  const orderLotsMax = Math.floor(ORDER_UNITS / (price * lotSize));
  const notes =
    exact === lot
      ? []
      : [
          `lots of ${sizeText(exact)} instead of ${sizeText(lot)}: ${tick.decimals} decimals of its price + 2 of the mark + those of its lot are more than ${EXACT_DECIMALS}, so values would not be exact`,
        ];
  return {
    listing: {
      ...usualListing({
        symbol: `cmt_${base.toLowerCase()}usdt`,
        baseCoin: base,
        priceDecimals: tick.decimals,
        sizeDecimals: exact.decimals,
        lotStep: exact.units,
        orderLotsMax: Math.max(1, Math.min(ORDER_LOTS_CEILING, orderLotsMax)),
        leverageMax: 75_00,
      }),
      priceStep: tick.units,
    },
    notes,
  };
}

/**
 * The lot times the smallest power of ten with which a lot at a hundredth of a tick is worth a whole number
 * of 1e-8.
 */
function exactLot(tick: Step, lot: Step): Step {
  let { decimals, units } = lot;
  const isExact = (): boolean => {
    const perTickLot = tick.units * units * 10 ** (EXACT_DECIMALS - tick.decimals - decimals);
    return tick.decimals + decimals <= EXACT_DECIMALS && perTickLot % 100 === 0;
  };
  if (isExact()) return lot;
  while (!isExact())
    if (decimals > 0) decimals--;
    else units *= 10;
  return { decimals, units };
}

/** A step given as a precision, times `factor`; undefined where none is given, or not as a step. */
function stepOf(
  { precisionMode }: ExchangeClient,
  precision: number | undefined,
  factor = 1,
): Step | undefined {
  if (precision === undefined) return undefined;
  const isSteps = precisionMode === undefined || precisionMode === TICK_SIZE;
  if (!isSteps && precisionMode !== DECIMAL_PLACES) return undefined;
  const size = (isSteps ? precision : 10 ** -precision) * factor;
  if (!(size > 0)) return undefined;
  const [whole = "0", fraction = ""] = size
    .toFixed(12)
    .replace(/\.?0+$/, "")
    .split(".");
  const units = Number(whole + fraction);
  return units > 0 ? { decimals: fraction.length, units } : undefined;
}

function sizeText({ decimals, units }: Step): string {
  return (units * 10 ** -decimals).toFixed(decimals);
}

async function tiersOf(
  client: ExchangeClient,
  instrument: ExchangeInstrument,
  price: number,
): Promise<Listing["tiers"] | undefined> {
  const { fetchMarketLeverageTiers, fetchLeverageTiers, has } = client;
  let given: readonly LeverageTier[] | undefined;
  try {
    if (has["fetchMarketLeverageTiers"] === true && fetchMarketLeverageTiers !== undefined)
      given = await fetchMarketLeverageTiers.call(client, instrument.symbol);
    else if (has["fetchLeverageTiers"] === true && fetchLeverageTiers !== undefined)
      given = (await fetchLeverageTiers.call(client, [instrument.symbol]))[instrument.symbol];
  } catch {
    return undefined; // most exchanges want a key for this
  }
  const tiers: Listing["tiers"][number][] = [];
  for (const { maxNotional, maintenanceMarginRate, maxLeverage, currency, info } of given ?? []) {
    // Some give a size in contracts where ccxt has its notional.
    const unit = info?.maxSz === undefined ? 1 : (instrument.contractSize ?? 1) * price;
    if (currency !== undefined && currency !== instrument.quote) return undefined; // bounds in another currency
    if (maxNotional === undefined || maintenanceMarginRate === undefined || maxLeverage === undefined)
      return undefined;
    const tier = {
      boundUnits: Math.floor(maxNotional * unit),
      maintenanceRate: rateOf(maintenanceMarginRate),
      leverageMax: leverageOf(maxLeverage),
    };
    const last = tiers.at(-1);
    // A tier that requires no more than the one before is merged with it.
    if (last !== undefined && tier.maintenanceRate <= last.maintenanceRate)
      tiers[tiers.length - 1] = { ...last, boundUnits: Math.max(last.boundUnits, tier.boundUnits) };
    else if (
      last === undefined ||
      (tier.boundUnits > last.boundUnits && tier.leverageMax <= last.leverageMax)
    )
      tiers.push(tier);
  }
  const isWhole = tiers.every(({ boundUnits, leverageMax }) => boundUnits >= 1 && leverageMax >= 100);
  return tiers.length > 0 && isWhole ? tiers : undefined;
}
