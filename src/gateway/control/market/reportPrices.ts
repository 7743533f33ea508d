import * as declared from "../../../wire/control/operations/market.ts";
import { invalidParameter, pointsText, readParameters } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { contractOf } from "../parameters.ts";
import { pointsOf } from "./pointsOf.ts";

/**
 * `POST /control/prices/report`: what several outside sources say of a price. The venue makes the index of the live
 * ones, without outliers (docs/reference/mark.md); nothing else feeds the contract from then on.
 */
export const reportPrices = controlOperation(declared.reportPrices, async (context, { prices }) => {
  const reported: { contract: number; source: number; points: number; weight: number }[] = [];
  for (const [i, item] of prices.entries()) {
    for (const name of Object.keys(item))
      if (!Object.hasOwn(declared.reportedPrice, name))
        throw invalidParameter(
          `prices[${i}].${name.slice(0, 40)}`,
          `of ${Object.keys(declared.reportedPrice).join(", ")}`,
        );
    const read = readParameters(declared.reportedPrice, item);
    const contract = await contractOf(context, read.symbol, `prices[${i}].symbol`);
    const points = pointsOf(contract, read.price, `prices[${i}].price`);
    reported.push({ contract: contract.contract, source: read.source, points, weight: read.weight });
  }
  await context.submit({ type: "reportPrices", prices: reported });
  const contracts = await context.engine.query({ type: "contracts" });
  const touched = new Set(reported.map(({ contract }) => contract));
  return contracts
    .filter(({ contract }) => touched.has(contract))
    .map((contract) => {
      context.feeds.add(contract, undefined);
      return {
        symbol: contract.symbol,
        index: pointsText(contract, contract.index),
        mark: pointsText(contract, contract.mark),
      };
    });
});
