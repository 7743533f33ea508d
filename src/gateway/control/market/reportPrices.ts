import {
  control,
  integer,
  invalidParameter,
  objects,
  optional,
  pointsText,
  readParameters,
  text,
} from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { contractOf, contractText } from "../parameters.ts";
import { pointsOf } from "./pointsOf.ts";

const price = {
  symbol: contractText,
  price: text("A decimal.", 40),
  source: integer("A number of the reporter's choice that names the source."),
  weight: optional(integer("What the source counts, a whole number.", { min: 1 }), 1),
};

/**
 * `POST /control/prices/report`: what several outside sources say of a price. The venue makes the index of the live ones,
 * without outliers (docs/reference/mark.md); nothing else feeds the contract from then on.
 */
export const reportPrices = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/prices/report",
  summary: "Report prices of several sources, of which the venue makes the index",
  answer: control.PricesReported,
  parameters: {
    prices: objects("`{symbol, price, source, weight}`; weight 1 where it is left out.", price, 256),
  },
  async handle(context, { prices }) {
    const reported: { contract: number; source: number; points: number; weight: number }[] = [];
    for (const [i, item] of prices.entries()) {
      for (const name of Object.keys(item))
        if (!Object.hasOwn(price, name))
          throw invalidParameter(`prices[${i}].${name.slice(0, 40)}`, `of ${Object.keys(price).join(", ")}`);
      const read = readParameters(price, item);
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
  },
});
