import { LEVERAGE_DECIMALS, RATE_DECIMALS } from "../../interface/wire/decimal.ts";
import { usualListing } from "../../movers/feeds/contracts.ts";
import { unitsIn } from "./units.ts";

/** A contract's terms in decimals. What is left out takes the venue's default. */
export interface ContractTerms {
  readonly symbol: string;
  /** Smallest step of a price: a power of ten such as "0.1", at most "1". */
  readonly tick: string;
  /** Smallest step of a size: a power of ten such as "0.001". */
  readonly lot: string;
  /** Maximum leverage; default: "200". */
  readonly leverageMax?: string;
  /** Leverage of an account that sets none; default: "20", or the maximum if that is lower. */
  readonly leverageDefault?: string;
  /** Fee of makers, a fraction; default: "0.0002". */
  readonly makerRate?: string;
  /** Fee of takers, a fraction; default: "0.0006". */
  readonly takerRate?: string;
  /** Fee of liquidations, a fraction; default: "0.01". */
  readonly liquidationFeeRate?: string;
  /** How far from the mark an order may trade, a fraction; default: "0.015". */
  readonly bandRate?: string;
  /** Time between two settlements of funding, ms; default: eight hours. */
  readonly fundingIntervalMs?: number;
}

/**
 * Decimals that price and size may have together, so that one lot at a price of one tick is a whole number of
 * quanta.
 */
const DECIMALS_MAX = 8;
/** The largest order, in lots. */
const ORDER_LOTS_MAX = 1_000_000_000;

/** The command that lists a contract. @throws RangeError naming a term that is wrong */
export function listing(terms: ContractTerms) {
  const rate = (name: "makerRate" | "takerRate" | "liquidationFeeRate" | "bandRate", usual: number) =>
    terms[name] === undefined ? usual : unitsIn(name, terms[name], RATE_DECIMALS);
  const priceDecimals = decimalsOf("tick", terms.tick);
  const sizeDecimals = decimalsOf("lot", terms.lot);
  if (priceDecimals + sizeDecimals > DECIMALS_MAX)
    throw new RangeError(
      `tick and lot must have at most ${DECIMALS_MAX} decimals together, got ${priceDecimals + sizeDecimals}`,
    );
  const usual = usualListing({
    symbol: terms.symbol,
    baseCoin: terms.symbol,
    priceDecimals,
    sizeDecimals,
    lotStep: 1,
    orderLotsMax: ORDER_LOTS_MAX,
    leverageMax: unitsIn("leverageMax", terms.leverageMax ?? "200", LEVERAGE_DECIMALS),
  });
  const { leverageDefault } = terms;
  return {
    ...usual,
    ...(leverageDefault !== undefined && {
      leverageDefault: unitsIn("leverageDefault", leverageDefault, LEVERAGE_DECIMALS),
    }),
    makerRate: rate("makerRate", usual.makerRate),
    takerRate: rate("takerRate", usual.takerRate),
    liquidationFeeRate: rate("liquidationFeeRate", usual.liquidationFeeRate),
    bandBuyRate: rate("bandRate", usual.bandBuyRate),
    bandSellRate: rate("bandRate", usual.bandSellRate),
    fundingIntervalMs: terms.fundingIntervalMs ?? usual.fundingIntervalMs,
  };
}

function decimalsOf(name: string, step: string): number {
  const fraction = /^(?:1|0\.(0*)1)$/.exec(step);
  if (fraction === null) throw new RangeError(`${name} must be 1, 0.1, 0.01 …, got '${step}'`);
  return step === "1" ? 0 : fraction[1]!.length + 1;
}
