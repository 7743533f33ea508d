import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { EnginePort } from "../../engine/index.ts";
import type { Disturbance } from "../../wire/control/faults.ts";
import type { ReplayView } from "../../wire/control/index.ts";
import type { Reach } from "../reach.ts";
import { groupOf } from "./groups.ts";
import { staleSeconds } from "./ready.ts";
import { write } from "./respond.ts";

/**
 * `GET /health`: 200 once the engine answers, so orders are accepted; 503 when it is halted or flooded.
 *
 * ```json
 * { "status": "ok", "seq": 1207, "time": 1764505776347, "disturbances": [] }
 * ```
 *
 * @param disturbances what is made to go wrong at present
 * @param reach of a node: it says for how long it has heard nothing new, and answers 200 all the same (`ready.ts`)
 * @param replay where the replay of a journal stands; without it this is none
 */
export function addHealth(
  server: FastifyInstance,
  engineNow: () => EnginePort,
  disturbances: () => Promise<readonly Disturbance[]>,
  reach: Reach | undefined,
  replay?: () => ReplayView,
): void {
  const handler = async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const raw = reply.hijack().raw;
    const engine = engineNow();
    try {
      await engine.query({ type: "order", account: 0, order: 0, clientId: "" });
      const made = await disturbances();
      const body = JSON.stringify({
        status: "ok",
        seq: engine.durableSeq,
        time: engine.now(),
        disturbances: made,
        ...(reach && { staleSeconds: staleSeconds(reach) }),
        ...(replay && { replay: placeOf(replay()) }),
      });
      write(raw, { status: 200, body, version: 0 });
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      write(raw, { status: 503, body: JSON.stringify({ status: "unavailable", reason }), version: 0 });
    }
  };
  const url = "/health";
  const schema = { summary: "Whether orders are accepted", tags: [groupOf(url)] } as object;
  const config = { weight: 0 }; // it is asked for all the time
  server.get(url, { schema, config }, handler);
}

/** What anybody may know of it: not where it lies, and little enough to be asked for all the time. */
function placeOf({ source: _, marks: __, ...place }: ReplayView): Omit<ReplayView, "source" | "marks"> {
  return place;
}
