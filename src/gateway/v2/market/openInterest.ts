import { moneyText, sizeText } from "../../../wire/index.ts";
import type { OpenInterest } from "../../../wire/v2/market.ts";
import { OpenInterests } from "../../../wire/v2/market.ts";
import { publicOperation } from "../../operation.ts";
import { symbol } from "./symbol.ts";

/** What is held on each side of a contract: an array of one row. */
export const openInterest = publicOperation({
  path: "/capi/v2/market/open_interest",
  summary: "Open interest",
  meaning: "How much is held open in a contract, on one side.",
  call: "market.openInterest",
  source: "docs/reference/market-data.md#open_interest",
  weight: 2,
  parameters: { symbol },
  response: OpenInterests,
  handle: (context, input): readonly OpenInterest[] => {
    const spec = context.contracts.of(input.symbol);
    const { lots, value } = context.views.openInterest(spec.contract);
    return [
      {
        symbol: spec.symbol,
        base_volume: sizeText(spec, lots),
        target_volume: moneyText(value),
        timestamp: context.now().toString(),
      },
    ];
  },
});
