import * as declared from "../../../interface/wire/control/operations/replay.ts";
import { invalidParameter, WireError } from "../../../interface/wire/index.ts";
import { SPEED_MAX } from "../../../kernel/engine/index.ts";
import type { ControlContext, ControlOperation, ReplayControl } from "./operation.ts";
import { controlOperation } from "./operation.ts";
import { withRefusals } from "./venue/venue.ts";

/** `GET /control/replay`. */
const showReplay = controlOperation(declared.showReplay, (context) => replayOf(context).show());

/** `POST /control/replay/play`. */
const playReplay = controlOperation(declared.playReplay, async (context, { speed: text }) => {
  const replay = replayOf(context);
  const speed = text === undefined ? undefined : speedOf(text);
  await withRefusals(replay.play(speed));
  return replay.show();
});

/** `POST /control/replay/pause`. */
const pauseReplay = controlOperation(declared.pauseReplay, (context) => {
  const replay = replayOf(context);
  replay.pause();
  return replay.show();
});

/**
 * `POST /control/replay/seek`: requests to the market wait meanwhile, and sockets are closed, as by a reset.
 */
const seekReplay = controlOperation(declared.seekReplay, async (context, { seq, time }) => {
  const replay = replayOf(context);
  if ((seq === undefined) === (time === undefined)) throw invalidParameter("seq", "give either seq or time");
  await withRefusals(replay.seek(seq === undefined ? { time: time! } : { seq }));
  return replay.show();
});

/** `POST /control/replay/branch`. */
const branchReplay = controlOperation(declared.branchReplay, (context, { directory }) =>
  withRefusals(replayOf(context).branch(directory)),
);

function replayOf({ replay }: ControlContext): ReplayControl {
  if (replay === undefined)
    throw new WireError("refused", "this venue replays nothing: outcry replay starts one");
  return replay;
}

function speedOf(text: string): number | "max" {
  if (text === "max") return text;
  const speed = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (speed > 0 && speed <= SPEED_MAX) return speed;
  throw invalidParameter("speed", `above 0 and at most ${SPEED_MAX}, or max, got '${text}'`);
}

/** The operations of a replay. */
export const replayOperations: readonly ControlOperation[] = [
  showReplay,
  playReplay,
  pauseReplay,
  seekReplay,
  branchReplay,
];
