import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { expect, test } from "vitest";

/**
 * The directions inside the core: data ← events ← rules ← ladder of liquidation ← exchange. A file may lean on its own layer and on
 * those before it. A folder is an idea (orders, margin …) and holds files of several layers, so each file has its layer by its name.
 */
const CORE = join(import.meta.dirname, "../src/core");
const LAYERS = ["data", "events", "rules", "ladder", "exchange"] as const;
type Layer = (typeof LAYERS)[number];

/** The first line that fits a file says its layer. */
const layers: readonly (readonly [Layer, RegExp])[] = [
  ["events", /Events\.ts$|^fold\.ts$/],
  ["data", /^(units|encoding|model|book|margin|updates)\//],
  ["data", /^(codes|command|event|query|state|rejection|refuse|rejectionUnits)\.ts$/],
  ["data", /^account\/(accountRules|accounts|directory|feeSetting|findHolding|holdings)\.ts$/],
  ["data", /^contract\/(basisSamples|contract|depthPrice|indexSources|markPrice|priceBand|tiers)\.ts$/],
  ["data", /^funding\/(fundingRate|premium|sourceRate)\.ts$/],
  ["data", /^house\/(draws|houseFields|houseMarket|tables)\.ts$/],
  ["data", /^ledger\/(entries|fillFee|movement)\.ts$/],
  ["data", /^liquidation\/(deleverageQueue|draw|rank|riskRules)\.ts$/],
  ["data", /^order\/(counterparty|orders|requestRing|slotHeap)\.ts$/],
  ["data", /^(answers\/orders|operator\/references|position\/positions|referral\/due)\.ts$/],
  ["data", /^paper\/(flow|shadow|takeable)\.ts$/],
  ["events", /^liquidation\/(standing|trial|watch)\.ts$/], // an event notes who has to be judged, by what the account can carry
  ["rules", /^liquidation\/(fee|setRules|systemOrder)\.ts$/],
  ["ladder", /^liquidation\//],
  ["exchange", /^(answers|format|invariants)\/|^[^/]+$/],
  ["rules", /^/],
];

/** Folders that still lean on each other, in alphabetical order. The list may only become shorter. */
const mutual: readonly string[] = [
  "account contract",
  "account ledger",
  "account liquidation",
  "account order",
  "answers updates",
  "contract funding",
  "contract liquidation",
  "contract margin",
  "contract order",
  "liquidation margin",
  "liquidation order",
  "liquidation position",
  "order position",
];

const files = new Map(
  readdirSync(CORE, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => [path.replaceAll("\\", "/"), importsOf(path)] as const),
);

function importsOf(path: string): readonly string[] {
  const text = readFileSync(join(CORE, path), "utf8").replaceAll(/\/\*.*?\*\//gs, "");
  return Array.from(text.matchAll(/ from "(\.[^"]+)"/g), ([, to]) =>
    relative(CORE, normalize(join(CORE, dirname(path), to!))).replaceAll("\\", "/"),
  );
}

function layerOf(path: string): Layer {
  return layers.find(([, fits]) => fits.test(path))![0];
}

test("every layer has files, and the files that are imported are there", () => {
  expect(new Set([...files.keys()].map(layerOf))).toEqual(new Set(LAYERS));
  expect([...files.values()].flat().filter((path) => !files.has(path))).toEqual([]);
});

test("a file leans on its own layer and on those before it", () => {
  const upwards = [...files].flatMap(([path, imports]) =>
    imports
      .filter((to) => LAYERS.indexOf(layerOf(to)) > LAYERS.indexOf(layerOf(path)))
      .map((to) => `${path} (${layerOf(path)}) imports ${to} (${layerOf(to)})`),
  );
  expect(upwards).toEqual([]);
});

test("no two folders more lean on each other than are known to", () => {
  const leaning = new Set(
    [...files].flatMap(([path, imports]) => imports.map((to) => `${folderOf(path)} ${folderOf(to)}`)),
  );
  const pairs = [...leaning].filter((pair) => {
    const [from = "", to = ""] = pair.split(" ");
    return from < to && from !== "." && leaning.has(`${to} ${from}`);
  });
  expect(pairs.sort()).toEqual(mutual);
});

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : ".";
}
