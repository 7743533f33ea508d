import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { belongs, rooms, testFiles } from "../../scripts/rooms.ts";
import { roomsIn, withRooms } from "./table.ts";

/** Which tests a change asks for, and what they take (`npm test -- NAME`). */

const PAGE = readFileSync(join(import.meta.dirname, "../../CONTRIBUTING.md"), "utf8");
/** What a room takes at most: two minutes of two cores, but for those that are made of processes. */
const ROOM_MAX_S = 240;
const LARGE = ["browser", "venue", "cluster"];

const FILES = testFiles();
const ROOMS = rooms();

test("a name runs what lies in its folders, and what is called after it", () => {
  const of = (name: string) => FILES.filter((file) => belongs(file, name));
  expect(of("control")).toEqual(
    expect.arrayContaining(["test/venue/control.test.ts", "test/venue/controlAnswers.test.ts"]),
  );
  expect(of("control").some((file) => file.startsWith("src/service/gateway/control/"))).toBe(true);
  expect(of("fapi")).toEqual(
    expect.arrayContaining(["test/conformance/fapi-market.test.ts", "test/venue/fapiTrading.test.ts"]),
  );
  expect(of("contest").some((file) => file.includes("contests"))).toBe(false);
  expect(of("core/rules").every((file) => file.startsWith("src/kernel/core/rules/"))).toBe(true);
  expect(of("nowhere")).toEqual([]);
});

test("every test below a folder belongs to a room, and the page names none that is gone", () => {
  const alone = FILES.filter((file) => !ROOMS.some((name) => belongs(file, name)));
  expect(alone.filter((file) => file.split("/").length > 2 && !file.startsWith("bench/"))).toEqual([]);
  const told = roomsIn(PAGE).flatMap(({ name }) => name.split(", "));
  // A new one is in it once the runner has written it.
  expect(told.filter((name) => name !== "" && !ROOMS.includes(name))).toEqual([]);
});

test("no room takes more than a third of the whole, and few more than two minutes", () => {
  const [whole, ...each] = roomsIn(PAGE);
  for (const { name, seconds } of each) {
    expect(seconds, name).toBeLessThan(whole!.seconds / 3);
    if (!LARGE.includes(name)) expect(seconds, name).toBeLessThan(ROOM_MAX_S);
  }
});

test("the page's table is made of what files took, and keeps its words", () => {
  const cost = { seconds: 1, tests: 1, proves: [], failed: [] };
  const costs = FILES.map((file, i) => ({ ...cost, file, processorSeconds: i % 10 }));
  const made = withRooms(PAGE, costs);
  const words = (page: string) => new Map(roomsIn(page).map((row) => [row.name, row.words]));
  expect(words(made).get("venue")).toBe(words(PAGE).get("venue"));
  const venue = costs.filter(({ file }) => belongs(file, "venue"));
  const seconds = venue.reduce((sum, { processorSeconds }) => sum + processorSeconds, 0);
  expect(roomsIn(made).find(({ name }) => name === "venue")!.seconds).toBe(seconds);
  expect(withRooms(made, costs)).toBe(made);
  expect(made.split("| `npm test -- …`")[0]).toBe(PAGE.split("| `npm test -- …`")[0]);
});
