import { BUY, SELL } from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { bandMax, bandMin } from "../../data/contract/priceBand.ts";
import type { ContractView, DepthView } from "../../data/messages/query.ts";
import { viewContract } from "../../data/model/generated/contractColumns.ts";
import type { State } from "../../data/state/state.ts";
import type { ContractIndex, Side } from "../../data/units/kinds.ts";
import type { Lots, Ticks } from "../../data/units/units.ts";
import { nextRate } from "../../rules/funding/settleFunding.ts";

/** Every contract that was ever listed, by index. */
export function contracts(s: State): readonly ContractView[] {
  return s.contracts.map(contractView);
}

/** The best levels of a contract's book; undefined for a contract that does not exist. */
export function depth(
  s: State,
  query: { readonly contract: ContractIndex; readonly limit: number },
): DepthView | undefined {
  const contract = s.contracts[query.contract];
  if (contract === undefined) return undefined;
  return {
    contract: contract.index,
    bids: levels(contract, BUY, query.limit),
    asks: levels(contract, SELL, query.limit),
  };
}

function levels(
  contract: Contract,
  side: Side,
  limit: number,
): { readonly price: Ticks; readonly size: Lots }[] {
  const rows: { price: Ticks; size: Lots }[] = [];
  contract.book.depth(side, limit, (price, size) => rows.push({ price, size }));
  return rows;
}

function contractView(contract: Contract): ContractView {
  const { terms, markPoints } = contract;
  return {
    contract: contract.index,
    quantaPerTickLot: contract.quantaPerTickLot,
    ...viewContract(contract, terms),
    sourceRate: contract.hasSourceRate === 1 ? contract.sourceRate : undefined,
    buyMax: Math.min(contract.priceMax, bandMax(markPoints, terms.bandBuyRate)),
    sellMin: bandMin(markPoints, terms.bandSellRate),
    fundingForecast: nextRate(contract),
    bestBid: Math.max(0, contract.book.bestPrice(BUY)),
    bestAsk: Math.max(0, contract.book.bestPrice(SELL)),
  };
}
