import { WireError } from "../../../interface/wire/index.ts";
import type { EnginePort } from "../../../kernel/engine/index.ts";
import type { Staleness } from "./leaderPort.ts";
import { type Response, withHeaders, write } from "./respond.ts";
import type { Route } from "./routes.ts";

/** A header of the answers of a stale node: for how many seconds it has heard nothing new. */
export const STALE_HEADER = "outcry-stale";

/** Whole milliseconds, as seconds. */
export function staleSeconds({ sinceSignMs }: Staleness): number {
  return Math.round(sinceSignMs) / 1_000;
}

/** Adds the header to the answer of a stale node. */
export function aged(staleness: Staleness, answer: Promise<Response>): Promise<Response> {
  if (!staleness.isStale) return answer;
  return answer.then((response) => withHeaders(response, [STALE_HEADER, String(staleSeconds(staleness))]));
}

/** Refuses, at a stale node, requests that need the newest state. */
export function refuseStale(staleness: Staleness): void {
  if (!staleness.isStale) return;
  throw new WireError("unavailable", STALE_REASON, 1);
}

/** The reason with which sockets are closed; at most 123 bytes. */
export const STALE_REASON =
  "This node hears neither of the node that leads nor of the log's end: connect to another one.";

/**
 * `GET /ready`, for balancers: 200 while clients should be sent to this venue; 503 when it is halted,
 * flooded, or a stale node.
 *
 * ```json
 * { "status": "ready", "seq": 1207, "staleSeconds": 0.131 }
 * ```
 */
export function readyRoute(engineNow: () => EnginePort, staleness: Staleness): Route {
  const serve: Route["serve"] = async (_request, reply) => {
    const engine = engineNow();
    try {
      refuseStale(staleness);
      await engine.query({ type: "order", account: 0, order: 0, clientId: "" });
      write(reply, { status: 200, body: bodyOf("ready"), version: 0 });
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      write(reply, {
        status: 503,
        body: bodyOf(staleness.isStale ? "stale" : "unavailable", reason),
        version: 0,
      });
    }

    function bodyOf(status: string, reason?: string): string {
      return JSON.stringify({
        status,
        seq: engine.durableSeq,
        staleSeconds: staleSeconds(staleness),
        reason,
      });
    }
  };
  const described = { summary: "Whether clients are to be sent here" };
  return { method: "GET", path: "/ready", weight: 0, described, serve };
}
