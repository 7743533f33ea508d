import { big, fixed } from "./decimal.ts";

/** What became of the money that a liquidation left. */
export function whereRestWent({
  position,
  amountAfter,
  returned,
}: {
  /** Id of the isolated position; 0: the shared margin. */
  readonly position: number;
  readonly amountAfter: string;
  readonly returned: string;
}): string {
  const left = big(amountAfter);
  if (left.lte("0")) return "Nothing was left of it.";
  if (position === 0) return `The ${fixed(amountAfter, 2)} USDT that are left are the account's still.`;
  if (big(returned).eq("0"))
    return `The ${fixed(amountAfter, 2)} USDT that are left carry what is still open.`;
  return `The ${fixed(returned, 2)} USDT that were left went back to the account's shared margin.`;
}
