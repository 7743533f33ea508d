import * as declared from "../../../../interface/wire/control/operations/account.ts";
import { invalidParameter, moneyText, sizeText } from "../../../../interface/wire/index.ts";
import type { RecordView } from "../../../../kernel/core/index.ts";
import {
  ACCOUNT_USER,
  BILL_DEPOSIT,
  CHANGE_RESET,
  decodeEvents,
  MOVE_DEPOSIT,
  MOVE_WITHDRAW,
} from "../../../../kernel/core/index.ts";
import type { History } from "../../../readmodel/index.ts";
import { patiently } from "../../../readmodel/index.ts";
import { legs, wordOf } from "../../words.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed } from "../parameters.ts";

/**
 * `POST /control/accounts/reset`: back to where an account began, by the command that resets many: its orders
 * are cancelled, its positions closed at market, and its balance is brought back to its first deposit by a
 * deposit or withdrawal. Positions that the book does not take stay open and are named in the answer; the
 * balance is left alone then.
 */
export const resetAccount = controlOperation(declared.resetAccount, async (context, input) => {
  const { engine, history, submit } = context;
  const { account, kind } = await accountNamed(context, input.account);
  if (kind !== ACCOUNT_USER) throw invalidParameter("account", "only accounts of users are brought back");
  const accounts = [await resetOf(history, account)]; // throws where history has no answer
  const [orders, held] = await Promise.all([
    engine.query({ type: "orders", account, contract: undefined, which: "all" }),
    engine.query({ type: "positions", account, contract: undefined }),
  ]);
  const { events } = await submit({
    type: "changeAccounts",
    change: CHANGE_RESET,
    status: 0,
    amount: 0n,
    accounts,
  });
  const [left, contracts] = await Promise.all([
    engine.query({ type: "positions", account, contract: undefined }),
    engine.query({ type: "contracts" }),
  ]);
  const { wallet } = (await engine.query({ type: "assets", account }))!;
  return {
    account,
    canceledOrders: orders.length,
    closedPositions: held.length - left.length,
    openPositions: left.map(({ position, contract, leg, size }) => ({
      position,
      symbol: contracts[contract]!.symbol,
      leg: wordOf(legs, leg),
      size: sizeText(contracts[contract]!, size),
    })),
    moved: moneyText(movedIn(events)),
    wallet: moneyText(wallet),
  };
});

/** The deposits less the withdrawals among the events. */
function movedIn(events: RecordView): bigint {
  let moved = 0n;
  for (const { event } of decodeEvents(events)) {
    if (event.type !== "moneyMoved") continue;
    if (event.movement === MOVE_DEPOSIT) moved += event.amount;
    else if (event.movement === MOVE_WITHDRAW) moved -= event.amount;
  }
  return moved;
}

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
