import { expect, test } from "vitest";
import { type ControlClient, NoAnswerError, VenueError } from "../../../../interface/client/index.ts";
import { ReferencedSend } from "./once.ts";

const request = { method: "POST", path: "/control/money/deposit", query: "", body: "" } as const;
const lost = new NoAnswerError(request, { mayHaveHappened: true });
const away = new NoAnswerError(request, { mayHaveHappened: false });
const late = new VenueError({ request, status: 503, code: "503", msg: "history is behind" });
const refused = new VenueError({ request, status: 400, code: "40015", msg: "not enough" });

test("what is sent again keeps its reference until the venue has answered; the next has another", async () => {
  const outcomes = [lost, away, late, undefined, refused, undefined];
  const references: string[] = [];
  const call = async (_: string, { reference }: { readonly reference: string }) => {
    references.push(reference);
    const outcome = outcomes[references.length - 1];
    if (outcome !== undefined) throw outcome;
  };
  const once = new ReferencedSend({ call } as unknown as ControlClient);
  for (const _ of outcomes)
    await once.call("POST money/deposit", { account: "a", amount: "5" }).catch(() => undefined);
  const [first, , , , second, third] = references;
  expect(references).toEqual([first, first, first, first, second, third]);
  expect(new Set(references).size).toBe(3);
  for (const each of references) expect(each).toMatch(/^[\w.:-]{1,64}$/);
});
