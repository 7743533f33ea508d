import type { AccountView, Command } from "../../kernel/core/index.ts";

type SetAccount = Extract<Command, { type: "setAccount" }>;

/** The command that changes settings of an account as it was seen, and leaves the others as they are. */
export function changedSettings(
  view: AccountView,
  change: { readonly [K in keyof SetAccount]?: SetAccount[K] | undefined },
): SetAccount {
  const { account, fee, status, group, selfTradePrevention, marginCallPercent, positionMode } = view;
  const { orderRateLimitPerMinute, orderDelayMs, cancelDelayMs } = view;
  const delays = { orderRateLimitPerMinute, orderDelayMs, cancelDelayMs };
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const rules = { selfTradePrevention, marginCallPercent, group, positionMode };
  return { type: "setAccount", account, status, ...fee, ...delays, ...rules, ...given };
}
