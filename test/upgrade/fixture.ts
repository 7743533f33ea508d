import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

/** A data directory in one text file: by path, the file's bytes, compressed, base64. */
export type Packed = Readonly<Record<string, string>>;

/** The two ends of a program that wrote data: stopped cleanly, and crashed. */
export interface Fixture {
  readonly semanticsVersion: number;
  readonly clean: Packed;
  readonly crashed: Packed;
}

export function fixturePath(version: number): string {
  return join(import.meta.dirname, `rules-${version}.json`);
}

export function readFixture(version: number): Fixture {
  return JSON.parse(readFileSync(fixturePath(version), "utf8")) as Fixture;
}

/** Journal, history and master key of a data directory. */
export function pack(data: string): Packed {
  const files = readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(segment|snapshot|db|db-wal|key)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(data.length + 1))
    .filter((path) => path !== "lock.db" && !path.includes("spare"))
    .sort();
  return Object.fromEntries(
    files.map((path) => [path, gzipSync(readFileSync(join(data, path)), { level: 9 }).toString("base64")]),
  );
}

export function unpack(packed: Packed, data: string): void {
  for (const [path, text] of Object.entries(packed)) {
    mkdirSync(dirname(join(data, path)), { recursive: true });
    writeFileSync(join(data, path), gunzipSync(Buffer.from(text, "base64")));
  }
}
