import type { v2 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/account.ts";
import { liquidationExplained } from "../../control/risk/liquidationExplained.ts";
import { privateOperation } from "../../operation.ts";

/** Ours: no other venue has it. The last liquidation of the key's own account, step by step, as control explains it. */
export const explainLiquidation = privateOperation(
  declared.explainLiquidation,
  async (context, { positionId }): Promise<v2.LiquidationExplanation> => {
    return { liquidation: (await liquidationExplained(context, context.account, positionId)) ?? null };
  },
);
