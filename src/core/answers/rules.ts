import { SOURCE_SILENT_MAX_MS } from "../contract/indexSources.ts";
import type { RulesView } from "../query.ts";
import type { State } from "../state.ts";

/** What operators have set about prices and losses. */
export function rules(s: State): RulesView {
  return {
    contracts: s.contracts.map(({ index, markRule, riskRule, sources }) => ({
      contract: index,
      mark: markRule,
      sources: [...sources.values()]
        .map((each) => ({ ...each, live: s.time - each.time <= SOURCE_SILENT_MAX_MS }))
        .sort((a, b) => a.source - b.source),
      risk: riskRule,
    })),
    fund: s.fundRule,
  };
}
