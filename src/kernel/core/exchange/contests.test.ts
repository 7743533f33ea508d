import { expect, it } from "vitest";
import { Driver } from "../../../../test/core/driver.ts";
import { CONTEST_CHARACTERS_MAX, CONTESTS_MAX } from "../data/codes.ts";
import { Exchange } from "./exchange.ts";

const set = (name: string, definition: string) => ({ type: "setContest", name, definition }) as const;

it("a contest is kept as it was told, through a snapshot, until it is taken back", () => {
  const venue = new Driver();
  venue.accept(set("cup", "{}"));
  venue.exchange = Exchange.restore(venue.exchange.snapshot());
  expect(venue.ask({ type: "contests" })).toEqual([{ name: "cup", definition: "{}" }]);
  venue.accept(set("cup", ""));
  expect(venue.ask({ type: "contests" })).toEqual([]);
});

it("contests have names and bounds", () => {
  const venue = new Driver();
  expect(venue.refuse(set("", "{}")).type).toBe("invalidValue");
  const tooLong = "x".repeat(CONTEST_CHARACTERS_MAX);
  expect(venue.refuse(set("cup", tooLong))).toEqual({ type: "venueFull", limit: CONTEST_CHARACTERS_MAX });
  for (let i = 0; i < CONTESTS_MAX; i++) venue.accept(set(`cup ${i}`, "{}"));
  expect(venue.refuse(set("cup", "{}"))).toEqual({ type: "venueFull", limit: CONTESTS_MAX });
  venue.accept(set("cup 0", "{ }"));
});
