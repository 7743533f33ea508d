import { expect, test } from "vitest";
import { RequestGate } from "./requestGate.ts";

test("what waits before a closed gate has a bound; beyond it a request is refused, and the others are answered in their order", async () => {
  const gate = new RequestGate(2);
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
