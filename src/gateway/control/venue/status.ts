import { formatTag, shownTag } from "../../../engine/index.ts";
import type { History } from "../../../readmodel/index.ts";
import * as declared from "../../../wire/control/operations/venue.ts";
import { shownClock } from "../clock/shownClock.ts";
import { controlOperation } from "../operation.ts";
import { shownAudit } from "./audit.ts";

/** `GET /control/status`: whether the venue runs, where it stands, and what its start found. */
export const status = controlOperation(declared.status, (context) => {
  const { engine, history, clock, sinceMs, limits, market, sources } = context;
  return {
    state: engine.state,
    haltReason: engine.haltReason?.message ?? null,
    headSeq: engine.headSeq,
    durableSeq: engine.durableSeq,
    history: historyText(history),
    historyLag: Math.max(0, engine.durableSeq - history.appliedSeq),
    digest: Buffer.from(engine.digest).toString("hex"),
    format: shownTag(formatTag()),
    market,
    sources: sources().map((line) => ({ ...line, divergence: line.divergence ?? null })),
    limits: limits.profile.name,
    clock: shownClock(context),
    uptimeMs: Math.round(clock.monotonicMs() - sinceMs),
    audit: shownAudit(engine),
    recovery: engine.recovery,
  };
});

function historyText({ failure, damage }: History): string {
  if (failure !== undefined) return `not available: ${failure.message}`;
  return damage === undefined ? "whole" : `damaged: ${damage.message}`;
}
