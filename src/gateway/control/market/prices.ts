import * as declared from "../../../wire/control/operations/market.ts";
import { pointsText } from "../../../wire/index.ts";
import { shownMarkRule } from "../contract/mark.ts";
import { controlOperation } from "../operation.ts";

/**
 * `GET /control/prices`: index and mark of every contract; what feeds the index (`sources` while outside sources
 * report, else the kind of its feed), what each source said last and whether it still counts, and how the mark is made of it.
 */
export const showPrices = controlOperation(declared.showPrices, async ({ engine, feeds }) => {
  const [contracts, rules] = await Promise.all([
    engine.query({ type: "contracts" }),
    engine.query({ type: "rules" }),
  ]);
  return contracts.map((contract) => {
    const { mark, sources } = rules.contracts[contract.contract]!;
    return {
      symbol: contract.symbol,
      index: pointsText(contract, contract.index),
      mark: pointsText(contract, contract.mark),
      source: sources.some(({ live }) => live) ? "sources" : (feeds.sourceOf(contract.symbol) ?? "none"),
      markRule: shownMarkRule(mark),
      sources: sources.map((each) => ({
        ...each,
        points: undefined,
        price: pointsText(contract, each.points),
      })),
    };
  });
});
