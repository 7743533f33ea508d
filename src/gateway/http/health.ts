import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { EnginePort } from "../../engine/index.ts";
import type { History } from "../../readmodel/index.ts";
import type { Disturbance } from "../../wire/control/faults.ts";
import type { ReplayView } from "../../wire/control/index.ts";
import { historyState } from "../historyState.ts";
import { groupOf } from "./groups.ts";
import type { Hearing } from "./reach.ts";
import { staleSeconds } from "./ready.ts";
import { write } from "./respond.ts";

/** What `/health` speaks of. */
interface Examined {
  engine(): EnginePort;
  history(): Pick<History, "failure" | "damage">;
  /** What is made to go wrong at present. */
  disturbances(): Promise<readonly Disturbance[]>;
  /** What is still missing of the start: "the credentials are being written". */
  missing(): string | undefined;
  /** It says for how long a node has heard nothing new, and answers 200 all the same (`ready.ts`). */
  readonly hearing: Hearing;
  /** Where the replay of a journal stands; absent: this is none. */
  readonly replay: (() => ReplayView) | undefined;
}

/**
 * `GET /health`: 200 once the start is over and the engine answers, so orders are accepted; 503 before, and when it is halted or flooded.
 *
 * ```json
 * { "status": "ok", "seq": 1207, "time": 1764505776347, "history": "whole", "disturbances": [], "staleSeconds": 0 }
 * ```
 */
export function addHealth(
  server: FastifyInstance,
  { engine: engineNow, history, disturbances, missing, hearing, replay }: Examined,
): void {
  const handler = async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const raw = reply.hijack().raw;
    const engine = engineNow();
    try {
      const reason = missing();
      if (reason !== undefined) throw new Error(reason);
      await engine.query({ type: "order", account: 0, order: 0, clientId: "" });
      const made = await disturbances();
      const body = JSON.stringify({
        status: "ok",
        seq: engine.durableSeq,
        time: engine.now(),
        history: historyState(history(), ({ why }) => why),
        disturbances: made,
        staleSeconds: staleSeconds(hearing),
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
