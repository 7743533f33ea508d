import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const ROOT = join(import.meta.dirname, "../..");
const BOTS = join(ROOT, "examples/bots");

const programUrl = (name: string) => pathToFileURL(join(ROOT, "dist/program", name)).href;
/** What the client is imported from. */
export const CLIENT_PROGRAM = programUrl("client.js");

export type Bot = "market-maker" | "trend-follower" | "liquidation-watcher";

/** A stretch of a bot, and what stands there instead. */
export type Change = readonly [from: string, to: string];

/**
 * How long the bots wait for an answer, and for a venue that is away: on a busy machine ten seconds are over
 * before it had its turn.
 */
const PATIENCE = ["new V2Client({ baseUrl, credentials", "$&, timeoutMs: 100_000, retries: 100"] as const;

/** The files of a bot of the examples. */
const namesOf = (bot: Bot) => [`${bot}.js`, "venue.js"];

/**
 * The texts of a patient bot of the examples, changed: what `outcry` is imported from is left as it stands.
 *
 * @throws when it has no such stretch
 */
export function textsOf(bot: Bot, changes: readonly Change[]): readonly string[] {
  const texts = namesOf(bot).map((name) => readFileSync(join(BOTS, name), "utf8"));
  for (const [from] of [...changes, PATIENCE])
    if (!texts.some((text) => text.includes(from))) throw new Error(`${bot} has no line ${from}`);
  return texts.map((text) =>
    changes.reduce((sum, [from, to]) => sum.replace(from, () => to), text).replace(...PATIENCE),
  );
}

/**
 * Writes a patient bot of the examples as a program.
 *
 * @param place a directory for it
 * @param changes stretches of it, or of `venue.js`, and what stands there instead: a mutant of the bot
 * @returns the program's path
 */
export function botProgram(bot: Bot, place: string, changes: readonly Change[] = []): string {
  const directory = mkdtempSync(join(place, `${bot}-`));
  const texts = textsOf(bot, changes);
  for (const [i, name] of namesOf(bot).entries()) {
    const resolved = texts[i]!.replaceAll('"outcry/client"', JSON.stringify(CLIENT_PROGRAM)).replaceAll(
      '"outcry"',
      JSON.stringify(programUrl("venue.js")),
    );
    writeFileSync(join(directory, name), resolved);
  }
  writeFileSync(join(directory, "package.json"), '{ "type": "module" }');
  return join(directory, `${bot}.js`);
}
