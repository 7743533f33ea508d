import { formatTag, shownTag } from "../../../engine/index.ts";
import { shownClock } from "../clock/shownClock.ts";
import { controlOperation } from "../operation.ts";
import { shownAudit } from "./audit.ts";

/** `GET /control/status`: whether the venue runs, where it stands, and what its start found. */
export const status = controlOperation({
  method: "GET",
  path: "/control/status",
  summary: "Show the venue's state",
  parameters: {},
  handle(context) {
    const { engine, history, clock, sinceMs, limits, market } = context;
    return {
      state: engine.state,
      haltReason: engine.haltReason?.message ?? null,
      headSeq: engine.headSeq,
      durableSeq: engine.durableSeq,
      history: history.failure === undefined ? "whole" : `not available: ${history.failure.message}`,
      historyLag: Math.max(0, engine.durableSeq - history.appliedSeq),
      digest: Buffer.from(engine.digest).toString("hex"),
      format: shownTag(formatTag()),
      market,
      limits: limits.profile.name,
      clock: shownClock(context),
      uptimeMs: Math.round(clock.monotonicMs() - sinceMs),
      audit: shownAudit(engine),
      recovery: engine.recovery,
    };
  },
});
