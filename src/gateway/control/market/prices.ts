import { pointsText } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";

/** `GET /control/prices`: index and mark of every contract, and what feeds it. */
export const showPrices = controlOperation({
  method: "GET",
  path: "/control/prices",
  summary: "Show index and mark prices and their sources",
  parameters: {},
  async handle({ engine, feeds }) {
    const contracts = await engine.query({ type: "contracts" });
    return contracts.map((contract) => ({
      symbol: contract.symbol,
      index: pointsText(contract, contract.index),
      mark: pointsText(contract, contract.mark),
      source: feeds.sourceOf(contract.symbol) ?? "none",
    }));
  },
});
