import { BILL_DEPOSIT } from "../../../core/index.ts";
import type { History } from "../../../readmodel/index.ts";

/** What an account began with: the amount of its first bill if that is a deposit, else 0. */
export async function firstDeposit(history: History, account: number): Promise<bigint> {
  const { total } = await history.bills({ account, limit: 1 });
  if (total === 0) return 0n;
  const { rows } = await history.bills({ account, limit: 1, offset: total - 1 });
  const [first] = rows;
  return first?.type === BILL_DEPOSIT ? first.amount : 0n;
}
