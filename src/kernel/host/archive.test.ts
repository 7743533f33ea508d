import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { ZipFile } from "yazl";
import { directoryOfFile } from "../../../test/host/temporaryDirectory.ts";
import { zipOf } from "../../../test/host/zip.ts";
import { linesOf } from "./archive.ts";

const folder = directoryOfFile();

async function read(name: string, bytes: Uint8Array | string): Promise<readonly string[]> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  const all: string[] = [];
  for await (const { file, line, lines } of linesOf(path))
    for (const [i, text] of lines.entries()) all.push(`${file.slice(folder.length + 1)}:${line + i} ${text}`);
  return all;
}

const many = Array.from({ length: 50_000 }, (_, i) => `${i},${i * 7}`).join("\n");

test.each([
  ["plain.csv", "a\r\nb\n\nc", ["plain.csv:1 a", "plain.csv:2 b", "plain.csv:3 ", "plain.csv:4 c"]],
  [
    "two.csv.gz",
    Buffer.concat([gzipSync("a\nb\n"), gzipSync("c\n")]),
    ["two.csv.gz:1 a", "two.csv.gz:2 b", "two.csv.gz:3 c"],
  ],
  [
    "packed.zip",
    zipOf({ "b.csv": "3\n", "a.csv": "1\n2\n", "read.me": "no" }),
    ["packed.zip!a.csv:1 1", "packed.zip!a.csv:2 2", "packed.zip!b.csv:1 3"],
  ],
  ["stored.zip", zipOf({ "a.csv": "1\n2" }, "stored"), ["stored.zip!a.csv:1 1", "stored.zip!a.csv:2 2"]],
  ["hollow.zip", zipOf({ "a.csv": "", "b.csv": "3\n" }, "stored"), ["hollow.zip!b.csv:1 3"]],
])("%s is read line by line", async (name, bytes, lines) => {
  expect(await read(name, bytes)).toEqual(lines);
});

test("what is longer than a piece is whole, and its lines are numbered through", async () => {
  const all = await read("long.zip", zipOf({ "long.csv": many }));
  expect(all).toHaveLength(50_000);
  expect(all.at(-1)).toBe(`long.zip!long.csv:50000 49999,${49_999 * 7}`);
});

test("a large archive's directory (zip64) is read", async () => {
  const archive = new ZipFile();
  archive.addBuffer(Buffer.from("1\n2\n"), "a.csv", { forceZip64Format: true });
  archive.end({ forceZip64Format: true, comment: "" });
  const lines = await read("large.zip", await buffer(archive.outputStream));
  expect(lines).toEqual(["large.zip!a.csv:1 1", "large.zip!a.csv:2 2"]);
});

/** An archive with a byte of its first member's content, or of its method in the directory, changed. */
function damaged(what: "content" | "method"): Buffer {
  const bytes = zipOf({ "a.csv": many });
  const directory = bytes.readUInt32LE(bytes.length - 6);
  if (what === "content") bytes.fill(0xff, 1_000, 1_100);
  else bytes.writeUInt16LE(99, directory + 10);
  return bytes;
}

test.each([
  ["damaged", "flipped.zip", damaged("content"), /flipped\.zip!a\.csv:\d+: the file is damaged or cut off/],
  ["packed in another way", "odd.zip", damaged("method"), /odd\.zip: no zip archive, or one .*method: 99/],
  [
    "cut off",
    "cut.csv.gz",
    gzipSync(many).subarray(0, 20_000),
    /cut\.csv\.gz:\d+: the file is damaged or cut off behind here/,
  ],
  [
    "cut off",
    "cut.zip",
    zipOf({ "a.csv": many }).subarray(0, 20_000),
    /cut\.zip: no zip archive, or one that is cut off/,
  ],
  ["no archive", "none.zip", "hello", /none\.zip: no zip archive/],
  [
    "an archive without files",
    "empty.zip",
    zipOf({ "read.me": "no" }),
    /empty\.zip: the archive has no \.csv member/,
  ],
])("a file that is %s is refused by name (%s)", async (_, name, bytes, message) => {
  await expect(read(name, bytes)).rejects.toThrow(message);
});
