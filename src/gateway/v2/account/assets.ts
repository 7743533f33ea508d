import { Type } from "typebox";
import { COIN_USDT } from "../../../core/index.ts";
import { moneyText, v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { assetsOf } from "../../trading/accountOf.ts";

/** `frozen` is the margin of opening orders; equity − unrealizePnl is the wallet balance. */
export const assets = privateOperation({
  method: "GET",
  path: "/capi/v2/account/assets",
  summary: "Balances by coin",
  meaning: "What the account is worth, and what of it may back new orders.",
  call: "account.assets",
  source: "published documentation, assets",
  weight: { ip: 5, uid: 10 },
  access: "read",
  parameters: {},
  response: Type.Array(v2.Asset),
  async handle(context): Promise<v2.Asset[]> {
    const view = await assetsOf(context);
    return [
      {
        coinName: v2.words.coins[COIN_USDT]!,
        available: moneyText(view.available),
        equity: moneyText(view.equity),
        frozen: moneyText(view.frozen),
        unrealizePnl: moneyText(view.unrealized),
      },
    ];
  },
});
