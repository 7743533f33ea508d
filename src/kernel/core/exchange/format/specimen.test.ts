import { expect, it } from "vitest";
import { RecordView } from "../../data/encoding/layout.ts";
import type { CommandType } from "../../data/messages/command.ts";
import { commandLayouts } from "../../data/messages/command.ts";
import { eventLayouts, eventTypeOf } from "../../data/messages/event.ts";
import { executeSpecimen, storedForm } from "./specimen.ts";

function read() {
  const accepted = new Set<CommandType>();
  const refused: string[] = [];
  const events = new Set<string>();
  let snapshot = new Uint8Array();
  executeSpecimen({
    command(type, isAccepted, records) {
      if (isAccepted) accepted.add(type);
      else refused.push(type);
      const view = new RecordView(records);
      for (let at = 0; at < view.length; at = view.next(at)) events.add(eventTypeOf(view.kind(at)));
    },
    state(bytes) {
      snapshot = bytes.slice();
    },
  });
  return { accepted, refused, events, snapshot };
}

it("the specimen has every kind of command, accepted: a new one gets a line there", () => {
  const { accepted } = read();
  expect(Object.keys(commandLayouts).filter((type) => !accepted.has(type as CommandType))).toEqual([]);
});

it("the specimen leads to every kind of event: a new one is led to there", () => {
  const { events } = read();
  expect(Object.keys(eventLayouts).filter((type) => !events.has(type))).toEqual([]);
});

it("the stored form is the same each time", () => {
  expect(storedForm()).toEqual(storedForm());
});
