import type { Disturbance } from "../../../interface/wire/control/faults.ts";
import type { ReplayView } from "../../../interface/wire/control/index.ts";
import type { Dialect } from "../../../interface/wire/index.ts";
import type { EnginePort } from "../../../kernel/engine/index.ts";
import type { History, HistoryFailedError } from "../../readmodel/index.ts";
import type { Staleness } from "./leaderPort.ts";
import { staleSeconds } from "./ready.ts";
import { write } from "./respond.ts";
import type { Route } from "./routes.ts";

/** The parts of the venue that `/health` reports on. */
interface Examined {
  engine(): EnginePort;
  history(): Pick<History, "failure" | "damage">;
  /** The faults and directives in force. */
  disturbances(): Promise<readonly Disturbance[]>;
  /** The dialects that are served. */
  readonly dialects: readonly Dialect[];
  /** What the start still waits for: "the credentials are being written". */
  missing(): string | undefined;
  /** How old the state is that this node shows; a stale node answers 200 all the same (`ready.ts`). */
  readonly staleness: Staleness;
  /** Where the replay of a journal stands; absent: this is no replay. */
  readonly replay: (() => ReplayView) | undefined;
}

/**
 * `GET /health`: 200 once the start is over and the engine answers, so orders are accepted; 503 before, and
 * when it is halted or flooded.
 *
 * ```json
 * { "status": "ok", "seq": 1207, "time": 1764505776347, "history": "whole",
 *   "dialects": ["v2", "v3", "fapi"], "disturbances": [], "staleSeconds": 0 }
 * ```
 */
export function healthRoute({
  engine: engineNow,
  history,
  disturbances,
  dialects,
  missing,
  staleness,
  replay,
}: Examined): Route {
  const serve: Route["serve"] = async (_request, reply) => {
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
        dialects,
        disturbances: made,
        staleSeconds: staleSeconds(staleness),
        ...(replay && { replay: placeOf(replay()) }),
      });
      write(reply, { status: 200, body, version: 0 });
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      write(reply, { status: 503, body: JSON.stringify({ status: "unavailable", reason }), version: 0 });
    }
  };
  const described = { summary: "Whether orders are accepted" };
  return { method: "GET", path: "/health", weight: 0, described, serve }; // balancers ask all the time
}

/**
 * What anybody may know of a replay: not where its journal lies, and little enough to be asked for all the
 * time.
 */
function placeOf({ source: _, marks: __, ...place }: ReplayView): Omit<ReplayView, "source" | "marks"> {
  return place;
}

/**
 * The state of history in words: "whole", or what is wrong.
 *
 * @param reasonOf the words for a failure: its message names the file and the remedy, `why` is for everybody
 */
export function historyState(
  { failure, damage }: Pick<History, "failure" | "damage">,
  reasonOf: (failure: HistoryFailedError) => string,
): string {
  if (failure !== undefined) return `not available: ${reasonOf(failure)}`;
  return damage === undefined ? "whole" : `damaged: ${reasonOf(damage)}`;
}
