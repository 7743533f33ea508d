import { expect, test } from "vitest";
import { offered } from "./offered.ts";

const OPTIONS = [
  ["", "Every account"],
  ["alice", "alice"],
] as const;

test("what is picked is among what is offered, though the venue has it no more", () => {
  expect(offered(OPTIONS, "alice")).toEqual(OPTIONS);
  expect(offered(OPTIONS, "")).toEqual(OPTIONS);
  expect(offered(OPTIONS, "alice-paper")).toEqual([...OPTIONS, ["alice-paper", "alice-paper"]]);
  expect(offered([], "")).toEqual([]);
});
