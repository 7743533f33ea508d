import { Type } from "typebox";
import { COIN_USDT } from "../../../core/index.ts";
import { moneyText, v3 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { assetsOf } from "../../trading/accountOf.ts";

/** `frozen` is the margin of opening orders; balance + unrealizePnl is the equity. */
export const balance = privateOperation({
  method: "GET",
  path: "/capi/v3/account/balance",
  summary: "Balances by coin",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 5, uid: 10 },
  access: "read",
  parameters: {},
  response: Type.Array(v3.Balance),
  async handle(context): Promise<v3.Balance[]> {
    const view = await assetsOf(context);
    return [
      {
        asset: v3.words.assets[COIN_USDT]!,
        balance: moneyText(view.wallet),
        availableBalance: moneyText(view.available),
        frozen: moneyText(view.frozen),
        unrealizePnl: moneyText(view.unrealized),
      },
    ];
  },
});
