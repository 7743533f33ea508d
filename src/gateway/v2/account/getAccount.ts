import { COIN_USDT } from "../../../core/index.ts";
import { choice, v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { accountOf } from "../../trading/accountOf.ts";
import { showAccount } from "../show/account.ts";

export const getAccount = privateOperation({
  method: "GET",
  path: "/capi/v2/account/getAccount",
  summary: "The account list of one coin",
  meaning: "The same as the account list, for one coin.",
  call: "account.ofCoin",
  source: "published documentation, single account",
  weight: { ip: 1, uid: 1 },
  access: "read",
  parameters: { coin: choice("Coin name", { USDT: COIN_USDT, usdt: COIN_USDT }) },
  response: v2.SingleAccount,
  async handle(context, { coin }): Promise<v2.SingleAccount> {
    const view = await accountOf(context);
    const entries = view.entries.filter((entry) => entry.coin === coin);
    const list = showAccount({ ...view, entries }, context.contracts, context.profile);
    const modeSetting = list.account.modeSetting.map((mode) => ({
      ...mode,
      separatedModeEnum: mode.separatedMode,
      positionModeEnum: mode.positionMode,
    }));
    return { ...list, account: { ...list.account, modeSetting } };
  },
});
