import { STATUS_NORMAL } from "../../../core/index.ts";
import { v3 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { accountOf } from "../../trading/accountOf.ts";

export const accountConfig = privateOperation({
  method: "GET",
  path: "/capi/v3/account/accountConfig",
  summary: "What the account may do",
  meaning: "What the account may do.",
  call: "account.accountConfig",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 5, uid: 10 },
  access: "read",
  parameters: {},
  response: v3.AccountConfig,
  async handle(context): Promise<v3.AccountConfig> {
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
});
