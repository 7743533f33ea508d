import type { AssetsView } from "../../../core/index.ts";
import { moneyText, v3 } from "../../../wire/index.ts";

/** `frozen` is the margin of opening orders; balance + unrealizePnl is the equity. */
export function showBalance(view: AssetsView, coin: number): v3.Balance {
  return {
    asset: v3.words.assets[coin]!,
    balance: moneyText(view.wallet),
    availableBalance: moneyText(view.available),
    frozen: moneyText(view.frozen),
    unrealizePnl: moneyText(view.unrealized),
  };
}
