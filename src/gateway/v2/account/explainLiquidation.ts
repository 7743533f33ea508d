import { id, optional, v2 } from "../../../wire/index.ts";
import { liquidationExplained } from "../../control/risk/liquidationExplained.ts";
import { privateOperation } from "../../operation.ts";

/** Ours: no other venue has it. The last liquidation of the key's own account, step by step, as control explains it. */
export const explainLiquidation = privateOperation({
  method: "GET",
  path: "/capi/v2/account/explainLiquidation",
  summary: "Own last liquidation, its fills and bills in order (an operation of this venue's own)",
  meaning:
    "The last liquidation of the key's own account step by step: its fills, and each bill with the amount after it; null where there was none. An operation of this venue.",
  call: "account.explainLiquidation",
  source: "docs/reference/liquidation.md",
  weight: { ip: 5, uid: 10 },
  access: "read",
  parameters: {
    positionId: optional(id("Only the liquidation of this isolated position; 0: of the shared positions")),
  },
  response: v2.LiquidationExplanation,
  async handle(context, { positionId }): Promise<v2.LiquidationExplanation> {
    return { liquidation: (await liquidationExplained(context, context.account, positionId)) ?? null };
  },
});
