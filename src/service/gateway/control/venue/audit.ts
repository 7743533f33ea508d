import * as declared from "../../../../interface/wire/control/operations/venue.ts";
import { moneyText } from "../../../../interface/wire/index.ts";
import type { Engine } from "../../../../kernel/engine/index.ts";
import { controlOperation } from "../operation.ts";

/** `POST /control/audit`: checks every invariant of the state now. A broken one halts the venue. */
export const audit = controlOperation(declared.audit, async ({ engine, clock }) => {
  const startMs = clock.monotonicMs();
  try {
    engine.audit();
  } catch (error) {
    return {
      passed: false as const,
      seq: engine.headSeq,
      broken: error instanceof Error ? error.message : String(error),
    };
  }
  const tookMs = Math.round(clock.monotonicMs() - startMs);
  const { accounts, orders, positions, money } = await engine.query({ type: "totals" });
  return {
    passed: true as const,
    seq: engine.headSeq,
    tookMs,
    accounts,
    orders,
    positions,
    money: moneyText(money),
  };
});

/** `GET /control/audit`: what the audit beside the running engine has found since the market was opened. */
export const backgroundAudit = controlOperation(declared.backgroundAudit, ({ engine }) => shownAudit(engine));

/** Times in milliseconds; `running` false where the venue was started without, or has halted. */
export function shownAudit({ backgroundAudit: audit, state }: Pick<Engine, "backgroundAudit" | "state">) {
  return {
    running: audit !== undefined && (state === "running" || state === "following"),
    passes: audit?.passes ?? 0,
    violations: audit?.broken === undefined ? 0 : 1,
    broken: audit?.broken ?? null,
    checking: audit?.at ?? null,
    longestSliceMs: toMicros(audit?.longestSliceMs ?? 0),
    lastPass:
      audit?.lastPass === undefined
        ? null
        : {
            seq: audit.lastPass.seq,
            time: audit.lastPass.time,
            tookMs: Math.round(audit.lastPass.tookMs),
            busyMs: toMicros(audit.lastPass.busyMs),
          },
  };
}

function toMicros(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}
