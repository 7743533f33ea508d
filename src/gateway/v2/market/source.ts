import { optional } from "../../../wire/index.ts";
import type { SourceState } from "../../../wire/v2/market.ts";
import { SourceStates } from "../../../wire/v2/market.ts";
import { publicOperation } from "../../operation.ts";
import { symbol } from "./symbol.ts";

/** Ours: no other venue has it. Whether the market that this one shows, another exchange's or the past's, is still there. */
export const source = publicOperation({
  path: "/capi/v2/market/source",
  summary: "Whether the source of the prices is there (an operation of this venue's own)",
  meaning:
    "How it is with each contract of the market that this venue shows, another exchange or files of the past. Empty where its prices are its own. An operation of this venue.",
  call: "market.source",
  source: "docs/reference/market-data.md#source",
  weight: 1,
  parameters: { symbol: optional(symbol) },
  response: SourceStates,
  handle({ contracts, sources }, input): readonly SourceState[] {
    const wanted = contracts.ofFilter(input.symbol);
    return sources()
      .filter((line) => wanted === undefined || line.symbol === wanted.symbol)
      .map(({ symbol, market, state, problem, since }) => ({ symbol, market, state, problem, since }));
  },
});
