import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw, createGzip } from "node:zlib";
import { linesOf } from "./archive.ts";
import { sync } from "./sync.ts";

/** How a file is stored. */
export const packings = ["plain", "gz", "zip"] as const;
export type Packing = (typeof packings)[number];

/** The largest member of a zip archive without zip64. */
const ZIP_BYTES_MAX = 0xffff_ffff;

/**
 * Compresses a file and deletes the original: `a.csv` becomes `a.csv.gz`, or `a.zip` with the member `a.csv`. The
 * archive is written aside, synced and renamed, so that there is never half an archive under its name, and the original is deleted when that
 * is durable. It is streamed, not held in memory. Returns its path.
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
 * Undoes {@link pack}, whatever the packing was. A file that is there beside its archive is the newer one: it was packed and not deleted
 * yet, or unpacked and written to.
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

/** An archive of one deflated member, whose sizes follow it since they are known only then. */
async function zip(path: string, into: string): Promise<void> {
  const name = Buffer.from(basename(path));
  const { size } = await stat(path);
  if (size > ZIP_BYTES_MAX)
    throw new RangeError(`${path}: ${size} bytes are more than a zip archive takes: use gz`);
  const file = await open(into, "w");
  try {
    await file.write(header(0x04034b50, 30, { nameBytes: name.length }));
    await file.write(name);
    let [checksum, packed] = [0, 0];
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        packed += chunk.length;
        done(null, chunk);
      },
    });
    const check = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        checksum = crc32(chunk, checksum);
        done(null, chunk);
      },
    });
    const start = 30 + name.length;
    await pipeline(
      createReadStream(path),
      check,
      createDeflateRaw(),
      count,
      createWriteStream(into, { flags: "r+", start }),
    );
    const sizes = { checksum, packed, plain: size };
    const descriptor = Buffer.alloc(16);
    descriptor.writeUInt32LE(0x08074b50, 0);
    for (const [i, value] of Object.values(sizes).entries()) descriptor.writeUInt32LE(value, 4 + 4 * i);
    const entry = header(0x02014b50, 46, { nameBytes: name.length, ...sizes });
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(1, 8);
    end.writeUInt16LE(1, 10);
    end.writeUInt32LE(entry.length + name.length, 12);
    end.writeUInt32LE(start + packed + descriptor.length, 16);
    await file.write(Buffer.concat([descriptor, entry, name, end]), 0, undefined, start + packed);
  } finally {
    await file.close();
  }
}

/** A local header or a directory entry: deflated, with a data descriptor. */
function header(
  signature: number,
  bytes: 30 | 46,
  of: {
    readonly nameBytes: number;
    readonly checksum?: number;
    readonly packed?: number;
    readonly plain?: number;
  },
): Buffer {
  const at = bytes === 46 ? 2 : 0; // a directory entry first names the version that made it
  const made = Buffer.alloc(bytes);
  made.writeUInt32LE(signature, 0);
  made.writeUInt16LE(20, 4);
  if (at > 0) made.writeUInt16LE(20, 6);
  made.writeUInt16LE(0x08, 6 + at);
  made.writeUInt16LE(8, 8 + at);
  made.writeUInt32LE(of.checksum ?? 0, 14 + at);
  made.writeUInt32LE(of.packed ?? 0, 18 + at);
  made.writeUInt32LE(of.plain ?? 0, 22 + at);
  made.writeUInt16LE(of.nameBytes, 26 + at);
  return made;
}
