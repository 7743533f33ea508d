import * as declared from "../../../wire/control/operations/account.ts";
import { invalidParameter } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed, contractOf } from "../parameters.ts";
import { changedFees } from "./fees.ts";

/**
 * `POST /control/accounts/settings`: changes what is given and leaves the rest. With a `symbol` the fees are those of
 * the account in that contract.
 */
export const changeAccount = controlOperation(
  declared.changeAccount,
  async (context, { account: name, symbol, ...change }) => {
    const { account } = await accountNamed(context, name);
    const view = (await context.engine.query({ type: "account", account }))!;
    const { status, orderRateLimitPerMinute, orderDelayMs, cancelDelayMs, selfTradePrevention } = change;
    const others = { status, orderRateLimitPerMinute, orderDelayMs, cancelDelayMs, selfTradePrevention };
    if (symbol !== undefined) {
      const other = Object.entries(others).find(([, value]) => value !== undefined)?.[0];
      if (other !== undefined) throw invalidParameter(other, "it holds for all contracts: leave out symbol");
      const { contract } = await contractOf(context, symbol);
      const before = view.holdings.find((holding) => holding.contract === contract)?.fee;
      await context.submit({ type: "setSymbolFee", account, contract, ...changedFees(before, change) });
      return { account };
    }
    await context.submit({
      type: "setAccount",
      account,
      status: status ?? view.status,
      ...changedFees(view.fee, change),
      orderRateLimitPerMinute: orderRateLimitPerMinute ?? view.orderRateLimitPerMinute,
      orderDelayMs: orderDelayMs ?? view.orderDelayMs,
      cancelDelayMs: cancelDelayMs ?? view.cancelDelayMs,
      selfTradePrevention: selfTradePrevention ?? view.selfTradePrevention,
    });
    return { account };
  },
);
