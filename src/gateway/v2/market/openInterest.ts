import { moneyText, sizeText } from "../../../wire/index.ts";
import type { OpenInterest } from "../../../wire/v2/market.ts";
import * as declared from "../../../wire/v2/operations/market.ts";
import { publicOperation } from "../../operation.ts";

/** What is held on each side of a contract: an array of one row. */
export const openInterest = publicOperation(
  declared.openInterest,
  (context, input): readonly OpenInterest[] => {
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
);
