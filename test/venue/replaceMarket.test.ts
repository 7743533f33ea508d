import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { replaceMarket } from "../../src/assembly/venue/replaceMarket.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";

/**
 * A market that is to be put into a directory and is not: restored, loaded, forked or moved, all in the same
 * way.
 */

const places: readonly (readonly [what: string, make: (parent: string) => string | Promise<string>])[] = [
  [
    "a directory that is not there, in others that are not",
    (parent) => join(parent, "some", "where", "data"),
  ],
  ["an empty directory", (parent) => parent],
  [
    "a directory with a key alone",
    (parent) => {
      writeFileSync(join(parent, "master.key"), "");
      return parent;
    },
  ],
  [
    "a market",
    async (parent) => {
      const data = join(parent, "data");
      await (await startVenue({ data, prices: { btc: 60_000 } })).stop();
      return data;
    },
  ],
];

describe.each(places)("%s", (_, make) => {
  test("is as it was", async () => {
    const parent = temporaryDirectory();
    const data = await make(parent);
    const found = () => readdirSync(parent, { recursive: true }).sort();
    const before = found();
    const why = new Error("no");
    const fill = async (next: string) => {
      mkdirSync(join(next, "half"));
      throw why;
    };
    await expect(replaceMarket(data, { refuse() {}, fill })).rejects.toBe(why);
    expect(found()).toEqual(before);
    const refuse = () => {
      throw why;
    };
    await expect(replaceMarket(data, { refuse, fill: async () => {} })).rejects.toBe(why);
    expect(found()).toEqual(before);
  });
});

test("a market that may not be replaced is refused by default", async () => {
  const data = join(temporaryDirectory(), "data");
  await (await startVenue({ data, prices: { btc: 60_000 } })).stop();
  const fill = () => expect.unreachable();
  await expect(replaceMarket(data, { fill })).rejects.toThrow("holds a market already");
});
