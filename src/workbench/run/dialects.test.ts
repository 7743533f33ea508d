import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assumedMode } from "./dialects.ts";

test.each([
  ["hedge", []],
  ["hedge", ["api-contract.example.com", "ws-contract.example.com"]],
  ["one-way", ["fapi.example.com"]],
  ["one-way", ["fapi-mm.example.com"]],
  ["one-way", ["api.example.com", "demo-fapi.example.com"]],
  ["one-way", ["fstream.example.com"]],
  ["one-way", ["testnet.examplefuture.com"]],
  ["hedge", ["example.fapi.com", "fapital.example.com", "futures.example.com"]],
])("%s is assumed by a program that names %j", (mode, hosts) => {
  expect(assumedMode(hosts)).toBe(mode);
});

const MODULES = join(import.meta.dirname, "../../../node_modules");
/** Where public clients have the addresses of the dialect's hosts. */
const CLIENTS = [
  "ccxt/js/src/binance.js",
  "binance/lib/util",
  "binance-api-node/dist",
  "node-binance-api/dist",
  "@binance/common/dist",
];
/** An address with a path or a host of the dialect. */
const ADDRESS =
  /(?:https|wss):\/\/([a-z0-9-]*(?:fapi|fstream)[a-z0-9-]*\.[a-z0-9.-]+|[a-z0-9.-]+(?=\/(?:ws-)?fapi\b))/g;

/** The texts of a file, or of those in a folder. */
function textsOf(place: string): readonly string[] {
  if (/\.[cm]?js$/.test(place)) return [readFileSync(join(MODULES, place), "utf8")];
  return readdirSync(join(MODULES, place), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.[cm]?js$/.test(name))
    .map((name) => readFileSync(join(MODULES, place, name), "utf8"));
}

test.each(CLIENTS)("the hosts that %s has built in are the dialect's", (place) => {
  const hosts = new Set(
    textsOf(place)
      .flatMap((text) => [...text.matchAll(ADDRESS)])
      .map(([, host]) => host!),
  );
  expect([...hosts]).not.toEqual([]);
  expect([...hosts].filter((host) => assumedMode([host]) !== "one-way")).toEqual([]);
});
