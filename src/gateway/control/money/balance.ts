import { moneyText } from "../../../wire/index.ts";
import type { ControlContext } from "../operation.ts";

/** What an account has after a movement. */
export async function balanceOf({ engine }: ControlContext, account: number) {
  const assets = (await engine.query({ type: "assets", account }))!;
  return { account, wallet: moneyText(assets.wallet), available: moneyText(assets.available) };
}
