import { BILL_DEPOSIT } from "../../../core/index.ts";
import type { History } from "../../../readmodel/index.ts";
import { patiently } from "../../../readmodel/index.ts";

/** What an account began with: the amount of its first bill if that is a deposit, else 0. */
export async function firstDeposit(history: History, account: number): Promise<bigint> {
  const ask = (offset: number) => patiently(history, () => history.bills({ account, limit: 1, offset }));
  let page = await ask(0);
  while (page.more) page = await ask(page.total - 1); // once, unless it gets another bill meanwhile
  const [first] = page.rows;
  return first?.type === BILL_DEPOSIT ? first.amount : 0n;
}
