import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { temporaryDirectory } from "../cli/child.ts";

const ROOT = join(import.meta.dirname, "../..");
const BOTS = join(ROOT, "examples/bots");

/** One line of a bot, and what stands there instead. */
export type Change = readonly [file: "market-maker.js" | "venue.js", from: string, to: string];

/** The market maker of the examples with some of its lines replaced; returns the path of its program. */
export function mutantOf(changes: readonly Change[]): string {
  const directory = temporaryDirectory();
  for (const name of ["market-maker.js", "venue.js"] as const) {
    let text = readFileSync(join(BOTS, name), "utf8");
    for (const [file, from, to] of changes) {
      if (file !== name) continue;
      if (!text.includes(from)) throw new Error(`${name} has no line ${from}`);
      text = text.replace(from, () => to);
    }
    const module = (program: string) => pathToFileURL(join(ROOT, "dist/program", program)).href;
    text = text
      .replaceAll('"outcry/client"', JSON.stringify(module("client.js")))
      .replaceAll('"outcry"', JSON.stringify(module("venue.js")));
    writeFileSync(join(directory, name), text);
  }
  writeFileSync(join(directory, "package.json"), '{ "type": "module" }');
  return join(directory, "market-maker.js");
}
