import type { v2 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/account.ts";
import { privateOperation } from "../../operation.ts";
import { accountOf } from "../../trading/accountOf.ts";
import { showAccount } from "../show/account.ts";

export const getAccount = privateOperation(
  declared.getAccount,
  async (context, { coin }): Promise<v2.SingleAccount> => {
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
);
