import type { Grid } from "../../../interface/wire/decimal.ts";
import { lotText, tickText, unitsOf } from "../../../interface/wire/decimal.ts";
import type { ContractInformation } from "../../../interface/wire/v2/market.ts";

/** A contract, as panels need it. */
export interface Contract {
  readonly symbol: string;
  /** Base coin: "BTC". */
  readonly coin: string;
  /** Quote coin: "USDT". */
  readonly quote: string;
  /** Name on the page: "BTC/USDT". */
  readonly name: string;
  readonly grid: Grid;
  /** Smallest step of a price, "0.1". */
  readonly tick: string;
  /** Smallest order and step of a size, "0.0001". */
  readonly lot: string;
  readonly information: ContractInformation;
}

export function contractOf(information: ContractInformation): Contract {
  const { symbol, underlying_index: coin, quote_currency: quote, minOrderSize } = information;
  const priceDecimals = Number.parseInt(information.tick_size, 10);
  const sizeDecimals = Number.parseInt(information.size_increment, 10);
  const grid: Grid = {
    priceDecimals,
    priceStep: information.priceEndStep,
    sizeDecimals,
    lotStep: unitsOf(minOrderSize, sizeDecimals) ?? 1,
  };
  const name = `${coin.toUpperCase()}/${quote.toUpperCase()}`;
  return {
    symbol,
    coin: coin.toUpperCase(),
    quote: quote.toUpperCase(),
    name,
    grid,
    tick: tickText(grid),
    lot: lotText(grid),
    information,
  };
}
