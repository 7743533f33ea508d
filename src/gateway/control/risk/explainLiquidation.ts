import * as declared from "../../../wire/control/operations/risk.ts";
import { invalidParameter } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed } from "../parameters.ts";
import { liquidationExplained } from "./liquidationExplained.ts";

/**
 * `GET /control/explain/liquidation`: the last liquidation of an account, or of one of its isolated positions, step by
 * step: what the entry was worth at the marks and had to keep when it began (null where the store is older than that), the fills of the ladder, and each bill between its two markers with the entry's amount after it. Amounts add up:
 * `amountBefore` and every bill give `amountAfter`.
 */
export const explainLiquidation = controlOperation(
  declared.explainLiquidation,
  async (context, { account: name, position }) => {
    const { account } = await accountNamed(context, name);
    const explained = await liquidationExplained(context, account, position);
    if (explained === undefined)
      throw invalidParameter(position === undefined ? "account" : "position", "it was never liquidated");
    return { account, ...explained };
  },
);
