import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { EnginePort } from "../../engine/index.ts";
import { WireError } from "../../wire/index.ts";
import { groupOf } from "./groups.ts";
import type { Hearing } from "./reach.ts";
import { type Response, withHeaders, write } from "./respond.ts";

/** The header with the seconds for which a node has heard nothing new, of answers that it gives all the same. */
export const STALE_HEADER = "outcry-stale";

/** Whole milliseconds, as seconds. */
export function staleSeconds({ sinceSignMs }: Hearing): number {
  return Math.round(sinceSignMs) / 1_000;
}

/** Says with an answer of a stale node that it is one. */
export function aged(hearing: Hearing, answer: Promise<Response>): Promise<Response> {
  if (!hearing.isStale) return answer;
  return answer.then((response) => withHeaders(response, [STALE_HEADER, String(staleSeconds(hearing))]));
}

/** Refuses what only a node that hears something new can serve. */
export function refuseStale(hearing: Hearing): void {
  if (!hearing.isStale) return;
  throw new WireError("unavailable", STALE_REASON, 1);
}

/** At most 123 bytes: a socket is closed with it. */
export const STALE_REASON =
  "This node hears neither of the node that leads nor of the log's end: connect to another one.";

/**
 * `GET /ready`, for balancers: 200 while this venue is one to send clients to; 503 when it is halted, flooded, or a node that is stale.
 *
 * ```json
 * { "status": "ready", "seq": 1207, "staleSeconds": 0.131 }
 * ```
 */
export function addReady(server: FastifyInstance, engineNow: () => EnginePort, hearing: Hearing): void {
  const handler = async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { raw } = reply.hijack();
    const engine = engineNow();
    try {
      refuseStale(hearing);
      await engine.query({ type: "order", account: 0, order: 0, clientId: "" });
      write(raw, { status: 200, body: bodyOf("ready"), version: 0 });
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      write(raw, {
        status: 503,
        body: bodyOf(hearing.isStale ? "stale" : "unavailable", reason),
        version: 0,
      });
    }

    function bodyOf(status: string, reason?: string): string {
      return JSON.stringify({
        status,
        seq: engine.durableSeq,
        staleSeconds: staleSeconds(hearing),
        reason,
      });
    }
  };
  const url = "/ready";
  const schema = { summary: "Whether clients are to be sent here", tags: [groupOf(url)] } as object;
  const config = { weight: 0 };
  server.route({ method: "GET", url, schema, config, handler, exposeHeadRoute: false });
  server.route({ method: "HEAD", url, schema: { hide: true } as object, config, handler });
}
