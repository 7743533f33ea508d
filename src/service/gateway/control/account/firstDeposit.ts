import { BILL_DEPOSIT } from "../../../../kernel/core/index.ts";
import type { History } from "../../../readmodel/index.ts";
import { patiently } from "../../../readmodel/index.ts";

/** The parameters by which `changeAccounts` brings an account back to its first deposit. */
export async function resetOf(history: History, account: number) {
  const began = await firstDeposit(history, account);
  return { account, units: Number(began / QUANTA), quanta: Number(began % QUANTA) };
}

const QUANTA = 100_000_000n;

/** An account's first deposit: the amount of its first bill if that is a deposit, else 0. */
export async function firstDeposit(history: History, account: number): Promise<bigint> {
  const ask = (offset: number) => patiently(history, () => history.bills({ account, limit: 1, offset }));
  let page = await ask(0);
  while (page.more) page = await ask(page.total - 1); // once, unless it gets another bill meanwhile
  const [first] = page.rows;
  return first?.type === BILL_DEPOSIT ? first.amount : 0n;
}
