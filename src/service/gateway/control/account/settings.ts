import * as declared from "../../../../interface/wire/control/operations/account.ts";
import type { feeParameters } from "../../../../interface/wire/control/parameters.ts";
import { invalidParameter } from "../../../../interface/wire/index.ts";
import type { FeeView } from "../../../../kernel/core/index.ts";
import { NO_FEE_SETTING } from "../../../../kernel/core/index.ts";
import { changedSettings } from "../../changedSettings.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed, contractOf } from "../parameters.ts";

/**
 * `POST /control/accounts/settings`: changes what is given and leaves the rest. With a `symbol` the fees are
 * those of the account in that contract.
 */
export const changeAccount = controlOperation(
  declared.changeAccount,
  async (context, { account: name, symbol, ...change }) => {
    const { account } = await accountNamed(context, name);
    const view = (await context.engine.query({ type: "account", account }))!;
    const { status, orderRateLimitPerMinute, orderDelayMs, cancelDelayMs } = change;
    const { selfTradePrevention, marginCallPercent, group, positionMode } = change;
    const delays = { orderRateLimitPerMinute, orderDelayMs, cancelDelayMs };
    const others = { status, ...delays, selfTradePrevention, marginCallPercent, group, positionMode };
    if (symbol !== undefined) {
      const other = Object.entries(others).find(([, value]) => value !== undefined)?.[0];
      if (other !== undefined) throw invalidParameter(other, "it holds for all contracts: leave out symbol");
      const { contract } = await contractOf(context, symbol);
      const before = view.holdings.find((holding) => holding.contract === contract)?.fee;
      await context.submit({ type: "setSymbolFee", account, contract, ...changedFees(before, change) });
      return { account };
    }
    await context.submit(changedSettings(view, { ...changedFees(view.fee, change), ...others }));
    return { account };
  },
);

type Given = number | null | undefined;
type FeeChange = { readonly [K in keyof typeof feeParameters]: Given };

/**
 * All settings of fees after a change. The rates of maker and taker are given or lifted together; so are the
 * discounts.
 */
function changedFees(before: FeeView | undefined, change: FeeChange): FeeView {
  const { discount } = change;
  const rates = pairOf("takerFeeRate", "makerFeeRate", change);
  const discounts = pairOf("takerDiscount", "makerDiscount", change);
  return {
    ...(before ?? NO_FEE_SETTING),
    ...(rates && { feeSet: rates !== "none", takerRate: side(rates, 0), makerRate: side(rates, 1) }),
    ...(discount !== undefined && { discountSet: discount !== null, discount: discount ?? 0 }),
    ...(discounts && {
      sideDiscountSet: discounts !== "none",
      takerDiscount: side(discounts, 0),
      makerDiscount: side(discounts, 1),
    }),
  };
}

type Pair = readonly [number, number] | "none" | undefined;

function pairOf(taker: keyof FeeChange, maker: keyof FeeChange, change: FeeChange): Pair {
  const [a, b] = [change[taker], change[maker]];
  if (a === undefined && b === undefined) return undefined;
  if (a === null && b === null) return "none";
  if (typeof a === "number" && typeof b === "number") return [a, b];
  throw invalidParameter(typeof a === "number" ? maker : taker, `${taker} and ${maker} go together`);
}

function side(pair: Exclude<Pair, undefined>, at: 0 | 1): number {
  return pair === "none" ? 0 : pair[at];
}
