import { EXTERNAL_ACCOUNT, MOVE_DEPOSIT, MOVE_WITHDRAW } from "../../../core/index.ts";
import type { ControlContext } from "../operation.ts";
import { amountOf } from "../parameters.ts";

/**
 * Moves money between an account and the outside world, at once: into the account as far as the venue may hold it, out of it as
 * far as it can part with it.
 *
 * @param amount USDT, a decimal
 */
export async function moveOutside(
  { submit }: ControlContext,
  way: "in" | "out",
  account: number,
  amount: string,
): Promise<void> {
  const [movement, from, to] =
    way === "in" ? [MOVE_DEPOSIT, EXTERNAL_ACCOUNT, account] : [MOVE_WITHDRAW, account, EXTERNAL_ACCOUNT];
  await submit({ type: "moveMoney", movement, from, to, amount: amountOf(amount) });
}
