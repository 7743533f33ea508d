import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { formatTag } from "../../src/kernel/engine/index.ts";

/**
 * Other builds of the program, as real ones come about: something is changed in a copy of the sources, and
 * that is built.
 */

const ROOT = join(import.meta.dirname, "../..");
const TOOLS = ["program", "bundled", "stamp"].map((name) => `scripts/${name}.mjs`);
const COPIED = ["src", "package.json", "package-lock.json", "tsconfig.json", "tsconfig.base.json", ...TOOLS];

/** A change of one source: each place that matches is replaced. */
export interface Change {
  readonly file: string;
  readonly from: RegExp;
  readonly to: string;
}

/** Builds the changed sources in an empty folder. @returns what Node.js is started with */
export function buildIn(folder: string, changes: readonly Change[]): string {
  for (const name of COPIED) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  for (const { file, from, to } of changes) replaceIn(join(folder, file), from, to);
  execFileSync(process.execPath, ["scripts/program.mjs"], { cwd: folder });
  return join(folder, "dist/program/main.js");
}

/** Makes a build say that it has this one's format, as if the tag had not seen what was changed. */
export function hideFormat(main: string): void {
  const folder = dirname(main);
  const file = readdirSync(folder).find((name) => name.startsWith("formatTag-"))!;
  replaceIn(join(folder, file), /^let tag = \d+;$/gm, `let tag = ${formatTag()};`);
}

function replaceIn(path: string, from: RegExp, to: string): void {
  const text = readFileSync(path, "utf8");
  const changed = text.replaceAll(from, to);
  expect(changed, `${path} has nothing like ${from}`).not.toBe(text);
  writeFileSync(path, changed);
}
