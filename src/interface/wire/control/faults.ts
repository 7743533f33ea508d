import type { Static } from "typebox";
import { Type } from "typebox";
import { shape, text } from "../fields.ts";
import type { FaultKindName } from "./faultKinds.ts";
import { faultKinds } from "./faultKinds.ts";
import { count, flag } from "./fields.ts";

const id = Type.Integer({ description: "Number of the fault, 1 for the first that was set", minimum: 1 });

export const FaultView = shape({
  fault: id,
  kind: Type.Enum(Object.keys(faultKinds) as FaultKindName[], { description: "What goes wrong" }),
  what: text("The same in words"),
  said: Type.Record(Type.String(), Type.Unknown(), {
    description: "What sets it again: the fields of `faults/add`, or an entry of `faults` in a scenario",
  }),
  met: count("Requests and pushes that it was about so far"),
  injected: count("Those of them that it made go wrong"),
  last: Type.Array(Type.Integer({ minimum: 1 }), {
    description: "Which of those it was about went wrong, the last 100: 1 for the first",
  }),
  over: flag("Whether nothing goes wrong by it any more: its count is reached, or its time has passed"),
});
export type FaultView = Static<typeof FaultView>;
export const FaultsView = Type.Array(FaultView, { description: "In the order in which they were set" });
export type FaultsView = Static<typeof FaultsView>;

/**
 * Something that is made to go wrong at present, whatever makes it: a row of what banner, status and pages
 * show.
 */
export const Disturbance = shape({
  by: Type.Enum(["fault", "directive"], { description: "What makes it" }),
  id,
  what: text("What goes wrong, in words"),
});
export type Disturbance = Static<typeof Disturbance>;
export const Disturbances = Type.Array(Disturbance, { description: "What is made to go wrong at present" });
