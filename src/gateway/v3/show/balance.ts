import type { AssetsView } from "../../../core/index.ts";
import { moneyText, v3 } from "../../../wire/index.ts";

/** `balance` is the equity, as V2 calls it, and `frozen` what of it is not available: clients take the two to add up. */
export function showBalance(view: AssetsView, coin: number): v3.Balance {
  return {
    asset: v3.words.assets[coin]!,
    balance: moneyText(view.equity),
    availableBalance: moneyText(view.available),
    frozen: moneyText(view.equity - view.available),
    unrealizePnl: moneyText(view.unrealized),
  };
}
