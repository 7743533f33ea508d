import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { EnginePort } from "../../engine/index.ts";
import { WireError } from "../../wire/index.ts";
import type { Reach } from "../reach.ts";
import { groupOf } from "./groups.ts";
import { type Response, withHeaders, write } from "./respond.ts";

/** The header with the seconds for which a node has heard nothing new, of answers that it gives all the same. */
export const STALE_HEADER = "outcry-stale";

/** Whole milliseconds, as seconds. */
export function staleSeconds({ sinceSignMs }: Pick<Reach, "sinceSignMs">): number {
  return Math.round(sinceSignMs) / 1_000;
}

/** Says with an answer of a stale node that it is one. */
export function aged(reach: Reach | undefined, answer: Promise<Response>): Promise<Response> {
  if (reach?.isStale !== true) return answer;
  return answer.then((response) => withHeaders(response, [STALE_HEADER, String(staleSeconds(reach))]));
}

/** Refuses what only a node that hears something new can serve. */
export function refuseStale(reach: Reach | undefined): void {
  if (reach?.isStale !== true) return;
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
export function addReady(
  server: FastifyInstance,
  engineNow: () => EnginePort,
  reach: Reach | undefined,
): void {
  const handler = async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { raw } = reply.hijack();
    const engine = engineNow();
    try {
      refuseStale(reach);
      await engine.query({ type: "order", account: 0, order: 0, clientId: "" });
      write(raw, { status: 200, body: bodyOf("ready"), version: 0 });
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      write(raw, {
        status: 503,
        body: bodyOf(reach?.isStale === true ? "stale" : "unavailable", reason),
        version: 0,
      });
    }

    function bodyOf(status: string, reason?: string): string {
      return JSON.stringify({
        status,
        seq: engine.durableSeq,
        ...(reach && { staleSeconds: staleSeconds(reach) }),
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
