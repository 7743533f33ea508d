import * as declared from "../../../../interface/wire/control/operations/account.ts";
import { valuationOf } from "../../../contest/index.ts";
import type { Valued } from "../../trading/performance.ts";
import { equityHistoryOf, performanceShown } from "../../trading/performance.ts";
import { allContests } from "../contest/named.ts";
import type { ControlContext } from "../operation.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed } from "../parameters.ts";

/** `GET /control/accounts/equity`: an account's equity at whole minutes, and now. */
export const equityHistory = controlOperation(declared.equityHistory, async (context, input) => {
  const valued = await valuedAs(context, input.account);
  return equityHistoryOf(context.history, valued, context.engine.now(), input);
});

/**
 * `GET /control/accounts/performance`: the figures of an account's trading in a span of time: return,
 * drawdown and the like.
 */
export const performance = controlOperation(declared.performance, async (context, input) => {
  const valued = await valuedAs(context, input.account);
  const contracts = await context.engine.query({ type: "contracts" });
  const symbolOf = (contract: number): string => contracts[contract]!.symbol;
  return performanceShown(context.history, valued, context.engine.now(), input, symbolOf);
});

async function valuedAs(context: ControlContext, name: string): Promise<Valued> {
  const { account } = await accountNamed(context, name);
  return { account, valuedAt: valuationOf(await allContests(context), account) };
}
