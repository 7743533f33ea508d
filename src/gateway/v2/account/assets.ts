import { COIN_USDT } from "../../../core/index.ts";
import { moneyText, v2 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/account.ts";
import { privateOperation } from "../../operation.ts";
import { assetsOf } from "../../trading/accountOf.ts";

/** `frozen` is the margin of opening orders; equity − unrealizePnl is the wallet balance. */
export const assets = privateOperation(declared.assets, async (context): Promise<v2.Asset[]> => {
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
});
