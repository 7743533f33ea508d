import * as declared from "../../../interface/wire/control/operations/money.ts";
import { moneyText } from "../../../interface/wire/index.ts";
import { depositOf, withdrawalOf } from "../../../kernel/core/index.ts";
import { movements, wordOf } from "../words.ts";
import type { ControlContext, ControlOperation } from "./operation.ts";
import { controlOperation } from "./operation.ts";
import { accountNamed, accountOrOutside, amountOf } from "./parameters.ts";

/** `POST /control/money/deposit`: from the outside world into an account, at once. */
const deposit = controlOperation(declared.deposit, async (context, { account: name, amount }) => {
  const { account } = await accountNamed(context, name);
  await moveOutside(context, "in", account, amount);
  return balanceOf(context, account);
});

/**
 * `POST /control/money/withdraw`: out of an account into the outside world, at most what the account can
 * withdraw.
 */
const withdraw = controlOperation(declared.withdraw, async (context, { account: name, amount }) => {
  const { account } = await accountNamed(context, name);
  await moveOutside(context, "out", account, amount);
  return balanceOf(context, account);
});

/**
 * `POST /control/money/move`: any movement between two accounts, so that every bill type and transfer reason
 * of the interface can be produced: transfers, gifts, refunds, copy-trading settlements. A side left out is
 * the outside world.
 */
const moveMoney = controlOperation(declared.moveMoney, async (context, { movement, from, to, amount }) => {
  const { id } = await context.submit({
    type: "moveMoney",
    movement,
    from: await accountOrOutside(context, from, "from"),
    to: await accountOrOutside(context, to, "to"),
    amount: amountOf(amount),
  });
  return { movement: id };
});

/** `POST /control/money/begin`: announces a movement; the accounts show it as pending until it is settled. */
const beginMovement = controlOperation(
  declared.beginMovement,
  async (context, { movement, from, to, amount }) => {
    const { id } = await context.submit({
      type: "beginMovement",
      movement,
      from: await accountOrOutside(context, from, "from"),
      to: await accountOrOutside(context, to, "to"),
      amount: amountOf(amount),
    });
    return { movement: id };
  },
);

/** `POST /control/money/settle`: completes a pending movement if its money is still there, or drops it. */
const settleMovement = controlOperation(
  declared.settleMovement,
  async ({ submit }, { movement, complete }) => {
    await submit({ type: "settleMovement", id: movement, complete });
    return { movement, completed: complete };
  },
);

/** `GET /control/money/pending`: what was announced and not settled. */
const pendingMovements = controlOperation(declared.pendingMovements, async ({ engine }) => {
  const pending = await engine.query({ type: "pendingMovements" });
  return pending.map(({ id, movement, from, to, amount }) => ({
    movement: id,
    kind: wordOf(movements, movement),
    from,
    to,
    amount: moneyText(amount),
  }));
});

/**
 * Moves money between an account and the outside world, at once: in, at most what the venue may hold; out,
 * at most what the account can withdraw.
 *
 * @param amount USDT, a decimal
 */
export async function moveOutside(
  { submit }: ControlContext,
  way: "in" | "out",
  account: number,
  amount: string,
): Promise<void> {
  await submit((way === "in" ? depositOf : withdrawalOf)(account, amountOf(amount)));
}

/** The balance of an account after a movement. */
export async function balanceOf({ engine }: ControlContext, account: number) {
  const assets = (await engine.query({ type: "assets", account }))!;
  return { account, wallet: moneyText(assets.wallet), available: moneyText(assets.available) };
}

/** The operations that move money. */
export const moneyOperations: readonly ControlOperation[] = [
  deposit,
  withdraw,
  moveMoney,
  beginMovement,
  settleMovement,
  pendingMovements,
];
