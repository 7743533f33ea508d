import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { crc32 } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { watchSyncs } from "../../../test/host/unsynced.ts";
import { linesOf } from "./archive.ts";
import { pack, packings } from "./pack.ts";

/** More than a stream reads at a time. */
const TEXT = Array.from({ length: 40_000 }, (_, i) => `${i},${(i * 7919) % 1_000}\n`).join("");

test.skipIf(process.platform !== "linux")(
  "a packed file is durable when the original is deleted",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "pack-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const unsynced = await watchSyncs();
    const path = join(folder, "a.csv");
    await writeFile(path, TEXT);
    const packed = await pack(path, "gz");
    expect(unsynced(folder)).not.toContain(basename(packed));
  },
);

test.each(packings)("a file that is packed as %s has the same lines, and is alone", async (packing) => {
  const folder = await mkdtemp(join(tmpdir(), "pack-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
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
