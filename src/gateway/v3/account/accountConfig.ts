import { STATUS_NORMAL } from "../../../core/index.ts";
import type { v3 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v3/operations/account.ts";
import { privateOperation } from "../../operation.ts";
import { accountOf } from "../../trading/accountOf.ts";

export const accountConfig = privateOperation(
  declared.accountConfig,
  async (context): Promise<v3.AccountConfig> => {
    const { status, updatedTime } = await accountOf(context);
    const isNormal = status === STATUS_NORMAL;
    return {
      canTrade: isNormal,
      canDeposit: isNormal,
      canWithdraw: isNormal,
      dualSidePosition: true,
      updateTime: updatedTime,
    };
  },
);
