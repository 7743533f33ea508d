import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { linesOf } from "./archive.ts";
import { sync } from "./sync.ts";

/** How a file is stored. */
export const packings = ["plain", "gz", "zip"] as const;
export type Packing = (typeof packings)[number];

/**
 * Compresses a file and deletes the original: `a.csv` becomes `a.csv.gz`, or `a.zip` with the member `a.csv`.
 * The archive is written aside, synced and renamed, so that there is never half an archive under its name,
 * and the original is deleted when that is durable. It is streamed, not held in memory. Returns its path.
 */
export async function pack(path: string, packing: Packing): Promise<string> {
  if (packing === "plain") return path;
  const packed = packedPath(path, packing);
  await placed(packed, async (aside) => {
    if (packing === "gz") await pipeline(createReadStream(path), createGzip(), createWriteStream(aside));
    else await zip(path, aside);
  });
  await rm(path);
  return packed;
}

/**
 * Undoes {@link pack}, whatever the packing was. A file that is there beside its archive is the newer one: it
 * was packed and not deleted yet, or unpacked and written to.
 */
export async function unpack(path: string): Promise<void> {
  for (const packing of ["gz", "zip"] as const) {
    const packed = packedPath(path, packing);
    if (!(await isThere(packed))) continue;
    if (!(await isThere(path)))
      await placed(path, (aside) => pipeline(Readable.from(textOf(packed)), createWriteStream(aside)));
    await rm(packed);
  }
}

export function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function packedPath(path: string, packing: "gz" | "zip"): string {
  return packing === "gz" ? `${path}.gz` : path.replace(/\.csv$/, ".zip");
}

/** Makes a file aside and gives it its name when it is whole and durable. */
async function placed(path: string, make: (aside: string) => Promise<void>): Promise<void> {
  const aside = `${path}.part`;
  await make(aside);
  await sync(aside);
  await rename(aside, path);
  await sync(dirname(path));
}

async function* textOf(packed: string): AsyncGenerator<string> {
  for await (const { lines } of linesOf(packed)) yield lines.map((line) => `${line}\n`).join("");
}

/** An archive of one deflated member. */
async function zip(path: string, into: string): Promise<void> {
  const { ZipFile } = await import("yazl");
  const archive = new ZipFile();
  const { outputStream } = archive;
  archive.on("error", (error) => (outputStream as Readable).destroy(error));
  archive.addFile(path, basename(path));
  archive.end();
  await pipeline(outputStream, createWriteStream(into));
}
