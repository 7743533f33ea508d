import { choice, control, integer, invalidParameter, optional } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { accountOf, accountText, contractOf, contractText } from "../parameters.ts";
import { accountStatuses, selfTradePreventions } from "../words.ts";
import { changedFees, feeParameters } from "./fees.ts";

const DELAY_MAX_MS = 60_000;

/**
 * `POST /control/accounts/settings`: changes what is given and leaves the rest. With a `symbol` the fees are those of
 * the account in that contract.
 */
export const changeAccount = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/accounts/settings",
  summary: "Change an account's fees, discounts, status, delays, own order limit, self-trade prevention",
  answer: control.AccountChanged,
  parameters: {
    account: accountText,
    symbol: optional(contractText),
    ...feeParameters,
    status: optional(
      choice(
        "`frozen` reads and does not trade; `restricted` closes and cancels, and does nothing else over the API.",
        accountStatuses,
      ),
    ),
    orderRateLimitPerMinute: optional(
      integer("Placements a minute; 0: no limit of its own.", { max: 1_000_000 }),
    ),
    orderDelayMs: optional(
      integer("How long a new order waits before it enters the book.", { max: DELAY_MAX_MS }),
    ),
    cancelDelayMs: optional(
      integer("How long a cancel waits before it takes effect.", { max: DELAY_MAX_MS }),
    ),
    selfTradePrevention: optional(choice("What happens when own orders meet.", selfTradePreventions)),
  },
  async handle(context, { account: name, symbol, ...change }) {
    const { account } = await accountOf(context, name);
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
});
