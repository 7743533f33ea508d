import { integer, optional, text, time } from "../../parameter.ts";
import * as control from "../index.ts";
import { controlOperation } from "../operation.ts";

export const showReplay = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/replay",
  at: "node",
  summary: "Show where a replay stands, and what its journal holds",
  answer: control.ReplayView,
  parameters: {},
});

export const playReplay = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/replay/play",
  at: "node",
  summary: "Play a replay on from where it stands",
  answer: control.ReplayView,
  parameters: {
    speed: optional(
      text(
        "Milliseconds of market time in one of the host, above 0, at most 1000000, or max; else as before.",
        32,
      ),
    ),
  },
});

export const pauseReplay = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/replay/pause",
  at: "node",
  summary: "Let a replay stand where it is",
  answer: control.ReplayView,
  parameters: {},
});

export const seekReplay = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/replay/seek",
  at: "node",
  summary: "Go to another moment of a replay, ahead or back; answers when the market shows it",
  answer: control.ReplayView,
  parameters: {
    seq: optional(integer("The command after which it is shown.", { min: 1 })),
    time: optional(time("The moment, Unix ms of market time.")),
  },
});

export const branchReplay = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/replay/branch",
  at: "node",
  summary: "Make a data directory whose market goes on from what a replay shows",
  answer: control.ReplayBranch,
  parameters: { directory: text("Where to, on the replay's machine; it must be absent or empty.", 4096) },
});
