import * as declared from "../../../wire/control/operations/money.ts";
import { moneyText } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { movements, wordOf } from "../words.ts";

/** `GET /control/money/pending`: what was announced and not settled. */
export const pendingMovements = controlOperation(declared.pendingMovements, async ({ engine }) => {
  const pending = await engine.query({ type: "pendingMovements" });
  return pending.map(({ id, movement, from, to, amount }) => ({
    movement: id,
    kind: wordOf(movements, movement),
    from,
    to,
    amount: moneyText(amount),
  }));
});
