import { flag, optional, text } from "../../parameter.ts";
import * as control from "../index.ts";
import { controlOperation } from "../operation.ts";

export const listParticipants = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/participants",
  at: "leader",
  summary: "List what moves the market by itself, and whether it is on",
  answer: control.Participants,
  parameters: {},
});

export const switchParticipant = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/participants/switch",
  summary:
    "Switch on or off what moves the market by itself, until the venue stops or its market starts over",
  answer: control.ParticipantSwitched,
  parameters: {
    name: text(
      "Of `GET /control/participants`: feeds, participants (the house traders), insurance fund.",
      64,
    ),
    on: flag("false switches it off."),
    cancelOrders: optional(
      flag("When the house traders are switched off: cancel what they have in the book."),
      false,
    ),
  },
});
