import type { Static } from "typebox";
import { Type } from "typebox";
import { shape, text } from "../fields.ts";
import { count, flag, marketTime, seq } from "./fields.ts";

/** Control's answers about a journal that is replayed. */

export const ReplayView = shape({
  source: text("Data directory of the journal"),
  state: Type.Enum(["playing", "paused", "ended"], { description: "ended: it stands at the last command" }),
  speed: text(
    "Milliseconds of market time in one of the host, or max; while it stands, those of the next time",
  ),
  seq,
  time: marketTime("Now"),
  fromSeq: count("The first command that can be gone to"),
  fromTime: marketTime("Of that command"),
  toSeq: count("The last command"),
  toTime: marketTime("Of that command"),
  seeks: count("How often somebody went elsewhere since the start: the market was opened anew each time"),
  marks: Type.Array(
    shape({
      time: marketTime("When it happened"),
      what: Type.Enum(["funding", "liquidation"], { description: "What happened" }),
    }),
    { description: "What stands out in the journal, oldest first; the latest 200 of a kind" },
  ),
});
export type ReplayView = Static<typeof ReplayView>;

export const ReplayBranch = shape({
  data: text("The data directory that was made: outcry serve --data starts it"),
  seq,
  time: marketTime("Of its last command"),
  secrets: flag("Whether the master key is there; without it nobody opens the API secrets"),
});
