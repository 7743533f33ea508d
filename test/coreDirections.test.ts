import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { circlesOf } from "./circles.ts";
import { importsOf, roomsOf } from "./leaning.ts";

/**
 * The directions inside the core: data ← events ← rules ← ladder of liquidation ← exchange. Each is a folder
 * and a project of the compiler, which refuses an import of a later one. Within them a folder (a room) holds
 * an idea; no two lean on each other, not even by way of others, and neither do two files.
 */
const CORE = join(import.meta.dirname, "../src/kernel/core");
const LAYERS = ["data", "events", "rules", "ladder", "exchange"] as const;

/** What each file imports, both by their paths from the core; tests left out. */
const files = importsOf(
  new Map(
    readdirSync(CORE, { recursive: true, encoding: "utf8" })
      .map((path) => path.replaceAll("\\", "/"))
      .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
      .map((path) => [path, readFileSync(join(CORE, path), "utf8")]),
  ),
);

test("the files that are imported are there, and all but the index lie in a layer", () => {
  expect(files.size).toBeGreaterThan(150);
  expect([...files.values()].flat().filter((path) => !files.has(path))).toEqual([]);
  const layers = new Set([...files.keys()].map((path) => path.slice(0, Math.max(0, path.indexOf("/")))));
  expect(layers).toEqual(new Set(["", ...LAYERS]));
});

test("the compiler knows of each layer those before it, and of no other project", () => {
  const known = LAYERS.map((layer) => referencesOf(layer));
  expect(known).toEqual(LAYERS.map((_, place) => LAYERS.slice(0, place).map((before) => `../${before}`)));
});

test("a file leans on its own layer and on those before it", () => {
  const upwards = arrows(([path, to]) => placeOf(to) > placeOf(path) && `${path} imports ${to}`);
  expect(upwards).toEqual([]);
});

test("no file leans on itself by way of others", () => {
  expect(circlesOf(files)).toEqual([]);
});

test("no room leans on itself by way of others", () => {
  const rooms = roomsOf(files, dirname);
  expect(rooms.size).toBeGreaterThan(30);
  expect(circlesOf(rooms)).toEqual([]);
});

function referencesOf(layer: string): readonly string[] {
  const config = JSON.parse(readFileSync(join(CORE, layer, "tsconfig.json"), "utf8")) as {
    readonly references: readonly { readonly path: string }[];
  };
  return config.references.map(({ path }) => path);
}

function arrows(say: (arrow: readonly [from: string, to: string]) => string | false): readonly string[] {
  return [...files].flatMap(([path, imports]) =>
    imports.map((to) => say([path, to])).filter((each) => each !== false),
  );
}

/** The place of its layer; the index stands behind them all. */
function placeOf(path: string): number {
  const place = LAYERS.findIndex((layer) => path.startsWith(`${layer}/`));
  return place < 0 ? LAYERS.length : place;
}
