import * as declared from "../../../wire/control/operations/risk.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed } from "../parameters.ts";
import { accountExplained } from "./explained.ts";

/**
 * `GET /control/explain/account`: the numbers of an account at this instant, each with its formula and its terms: amount,
 * wallet, equity, available, withdrawable, margin ratio of every entry; requirement and estimated liquidation price of
 * every symbol. The core computes them all (docs/reference/margin.md).
 */
export const explainAccount = controlOperation(
  declared.explainAccount,
  async (context, { account: name }) => {
    const { account } = await accountNamed(context, name);
    const { engine } = context;
    const [view, contracts] = await Promise.all([
      engine.query({ type: "explain", account }),
      engine.query({ type: "contracts" }),
    ]);
    return { account, ...accountExplained(view!, contracts) };
  },
);
