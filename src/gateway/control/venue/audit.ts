import { moneyText } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";

/** `POST /control/audit`: checks every invariant of the state now. A broken one halts the venue. */
export const audit = controlOperation({
  method: "POST",
  path: "/control/audit",
  summary: "Check every invariant of the state",
  parameters: {},
  async handle({ engine, clock }) {
    const startMs = clock.monotonicMs();
    try {
      engine.audit();
    } catch (error) {
      return {
        passed: false,
        seq: engine.headSeq,
        broken: error instanceof Error ? error.message : String(error),
      };
    }
    const tookMs = Math.round(clock.monotonicMs() - startMs);
    const { accounts, orders, positions, money } = await engine.query({ type: "totals" });
    return {
      passed: true,
      seq: engine.headSeq,
      tookMs,
      accounts,
      orders,
      positions,
      money: moneyText(money),
    };
  },
});
