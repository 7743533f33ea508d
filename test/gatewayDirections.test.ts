import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { circlesOf } from "./circles.ts";
import { importsOf, roomsOf } from "./leaning.ts";

/**
 * The directions inside the gateway, as the core has them (`coreDirections.test.ts`): a folder, and a file
 * beside the folders, holds an idea; no two lean on each other, not even by way of others.
 */
const GATEWAY = join(import.meta.dirname, "../src/service/gateway");

const files = importsOf(
  new Map(
    readdirSync(GATEWAY, { recursive: true, encoding: "utf8" })
      .map((path) => path.replaceAll("\\", "/"))
      .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
      .map((path) => [path, readFileSync(join(GATEWAY, path), "utf8")]),
  ),
);

test("the files that are imported are there", () => {
  expect(files.size).toBeGreaterThan(200);
  const inside = [...files.values()].flat().filter((path) => !path.startsWith(".."));
  expect(inside.length).toBeGreaterThan(500);
  expect(inside.filter((path) => !files.has(path))).toEqual([]);
});

test("no file leans on itself by way of others", () => {
  expect(circlesOf(files)).toEqual([]);
});

test("no folder leans on itself by way of others", () => {
  const rooms = roomsOf(files, (path) => path.split("/", 1)[0]!);
  expect(rooms.size).toBeGreaterThan(25);
  expect(circlesOf(rooms)).toEqual([]);
});
