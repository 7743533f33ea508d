import * as declared from "../../../wire/control/operations/account.ts";
import { equityHistoryOf, performanceShown } from "../../trading/performance.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed } from "../parameters.ts";

/** `GET /control/accounts/equity`: what an account was worth at whole minutes, and is now. */
export const equityHistory = controlOperation(declared.equityHistory, async (context, input) => {
  const { account } = await accountNamed(context, input.account);
  return equityHistoryOf(context.history, account, context.engine.now(), input);
});

/** `GET /control/accounts/performance`: what an account made of its money in a span. */
export const performance = controlOperation(declared.performance, async (context, input) => {
  const { account } = await accountNamed(context, input.account);
  const contracts = await context.engine.query({ type: "contracts" });
  const symbolOf = (contract: number): string => contracts[contract]!.symbol;
  return performanceShown(context.history, account, context.engine.now(), input, symbolOf);
});
