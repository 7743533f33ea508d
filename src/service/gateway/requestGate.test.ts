import { expect, test } from "vitest";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import { RequestGate } from "./requestGate.ts";

test("what waits before a closed gate has a bound; beyond it a request is refused, and the others are answered in their order", async () => {
  const gate = new RequestGate({ clock: new SimulatedClock({ seed: 1 }), waitingMax: 2 });
  const answers: string[] = [];
  const send = (name: string) =>
    gate
      .pass(
        async () => `${name} answered`,
        () => `${name} refused`,
      )
      .then((answer) => answers.push(answer));
  await send("first");
  await gate.shut();
  const sent = ["second", "third", "fourth"].map(send);
  await new Promise((resolve) => setImmediate(resolve));
  expect(answers).toEqual(["first answered", "fourth refused"]);
  gate.open();
  await Promise.all(sent);
  expect(answers.slice(2)).toEqual(["second answered", "third answered"]);
  // Those who have waited leave their places to others.
  await gate.shut();
  const again = ["fifth", "sixth"].map(send);
  gate.open();
  await Promise.all(again);
  expect(answers.slice(4)).toEqual(["fifth answered", "sixth answered"]);
});

test("a request waits before a closed gate for so long and no longer, however often the gate is closed again", async () => {
  const clock = new SimulatedClock({ seed: 1 });
  const gate = new RequestGate({ clock, patienceMs: 3_000 });
  const answers: string[] = [];
  const send = (name: string) =>
    gate
      .pass(
        async () => `${name} answered`,
        () => `${name} refused`,
      )
      .then((answer) => answers.push(answer));
  await gate.shut();
  const first = send("first");
  await clock.advance(2_000);
  gate.open();
  const closing = gate.shut(); // before the one that waits has come in
  const second = send("second");
  await closing;
  await clock.advance(999);
  expect(answers).toEqual([]);
  await clock.advance(1);
  await first;
  expect(answers).toEqual(["first refused"]);
  gate.open();
  await second;
  expect(answers).toEqual(["first refused", "second answered"]);
});
