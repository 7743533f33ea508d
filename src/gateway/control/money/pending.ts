import { control, moneyText } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { movements, wordOf } from "../words.ts";

/** `GET /control/money/pending`: what was announced and not settled. */
export const pendingMovements = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/money/pending",
  summary: "List the pending movements",
  answer: control.PendingMovements,
  parameters: {},
  async handle({ engine }) {
    const pending = await engine.query({ type: "pendingMovements" });
    return pending.map(({ id, movement, from, to, amount }) => ({
      movement: id,
      kind: wordOf(movements, movement),
      from,
      to,
      amount: moneyText(amount),
    }));
  },
});
