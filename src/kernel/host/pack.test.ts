import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../../test/host/temporaryDirectory.ts";
import { watchSyncs } from "../../../test/host/unsynced.ts";
import { linesOf } from "./archive.ts";
import { pack, packings } from "./pack.ts";

/** More than a stream reads at a time. */
const TEXT = Array.from({ length: 40_000 }, (_, i) => `${i},${(i * 7919) % 1_000}\n`).join("");

test.skipIf(process.platform !== "linux")(
  "a packed file is durable when the original is deleted",
  async () => {
    const folder = temporaryDirectory();
    const unsynced = await watchSyncs();
    const path = join(folder, "a.csv");
    await writeFile(path, TEXT);
    const packed = await pack(path, "gz");
    expect(unsynced(folder)).not.toContain(basename(packed));
  },
);

test.each(packings)("a file that is packed as %s has the same lines, and is alone", async (packing) => {
  const folder = temporaryDirectory();
  const path = join(folder, "a.csv");
  await writeFile(path, TEXT);
  const packed = await pack(path, packing);
  expect(await readdir(folder)).toEqual([{ plain: "a.csv", gz: "a.csv.gz", zip: "a.zip" }[packing]]);
  const lines: string[] = [];
  for await (const part of linesOf(packed)) lines.push(...part.lines);
  expect(`${lines.join("\n")}\n`).toBe(TEXT);
  if (packing !== "zip") return;
  // What its directory says of the member, which other programs check.
  const bytes = await readFile(packed);
  const directory = bytes.readUInt32LE(bytes.length - 6);
  expect(bytes.readUInt32LE(directory + 16)).toBe(crc32(TEXT));
  expect(bytes.readUInt32LE(directory + 24)).toBe(TEXT.length);
});
