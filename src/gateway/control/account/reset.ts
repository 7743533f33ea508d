import {
  ACCOUNT_USER,
  CANCEL_ALL_ORDERS,
  EXTERNAL_ACCOUNT,
  MOVE_DEPOSIT,
  MOVE_WITHDRAW,
} from "../../../core/index.ts";
import * as declared from "../../../wire/control/operations/account.ts";
import { invalidParameter, moneyText, sizeText } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed } from "../parameters.ts";
import { legs, wordOf } from "../words.ts";
import { firstDeposit } from "./firstDeposit.ts";

/**
 * `POST /control/accounts/reset`: back to where an account began, by commands that anybody could have sent: its orders
 * are cancelled, its positions closed at market, and its balance is brought back to its first deposit by a deposit or
 * withdrawal. Positions that the book does not take stay open and are named in the answer; the balance is left alone
 * then.
 */
export const resetAccount = controlOperation(declared.resetAccount, async (context, input) => {
  const { engine, history, submit } = context;
  const { account, kind } = await accountNamed(context, input.account);
  if (kind !== ACCOUNT_USER) throw invalidParameter("account", "only accounts of users are brought back");
  const first = await firstDeposit(history, account); // where history cannot tell, nothing is done
  const orders = await engine.query({ type: "orders", account, contract: undefined, which: "all" });
  if (orders.length > 0) await submit({ type: "cancelAll", account, contract: -1, which: CANCEL_ALL_ORDERS });
  const held = await engine.query({ type: "positions", account, contract: undefined });
  if (held.length > 0)
    await submit({
      type: "closePositions",
      account,
      contract: -1,
      position: 0,
      cancelAttached: false,
    });
  const [left, contracts] = await Promise.all([
    engine.query({ type: "positions", account, contract: undefined }),
    engine.query({ type: "contracts" }),
  ]);
  let moved = 0n;
  if (left.length === 0) {
    const { wallet } = (await engine.query({ type: "assets", account }))!;
    moved = first - wallet;
    const amount = moved < 0n ? -moved : moved;
    const movement = moved < 0n ? MOVE_WITHDRAW : MOVE_DEPOSIT;
    const [from, to] = moved < 0n ? [account, EXTERNAL_ACCOUNT] : [EXTERNAL_ACCOUNT, account];
    if (amount > 0n) await submit({ type: "moveMoney", movement, from, to, amount });
  }
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
    moved: moneyText(moved),
    wallet: moneyText(wallet),
  };
});
