import type { SourceState } from "../../../wire/v2/market.ts";
import * as declared from "../../../wire/v2/operations/market.ts";
import { publicOperation } from "../../operation.ts";

/** Ours: no other venue has it. Whether the market that this one shows, another exchange's or the past's, is still there. */
export const source = publicOperation(
  declared.source,
  ({ contracts, sources }, input): readonly SourceState[] => {
    const wanted = contracts.ofFilter(input.symbol);
    return sources()
      .filter((line) => wanted === undefined || line.symbol === wanted.symbol)
      .map(({ divergence: _, ...shown }) => shown);
  },
);
