import { HEDGE, STATUS_NORMAL, STP_EXPIRE_MAKER } from "../../src/kernel/core/data/codes.ts";
import type { UncheckedCommand as Command } from "../../src/kernel/core/data/messages/command.ts";
import { NO_FEE_SETTING } from "../../src/kernel/core/data/tables/feeSetting.ts";

type SetAccount = Extract<Command, { type: "setAccount" }>;

/** `setAccount` with the settings of an account that nobody touched, but for `change`. */
export function setAccount(account: number, change: Partial<SetAccount> = {}): SetAccount {
  return {
    type: "setAccount",
    account,
    status: STATUS_NORMAL,
    ...NO_FEE_SETTING,
    orderRateLimitPerMinute: 0,
    orderDelayMs: 0,
    cancelDelayMs: 0,
    selfTradePrevention: STP_EXPIRE_MAKER,
    marginCallPercent: 0,
    group: 0,
    positionMode: HEDGE,
    ...change,
  };
}
