import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const ROOT = join(import.meta.dirname, "../..");
const EXAMPLES = join(ROOT, "examples/bots");

const programUrl = (name: string) => pathToFileURL(join(ROOT, "dist/program", name)).href;
/** What the client is imported from. */
export const CLIENT_PROGRAM = programUrl("client.js");
/**
 * A bot loads a venue only when it starts one of its own: to load one takes longer than most of what it does.
 */
const VENUE_WHEN_STARTED = `export const startVenue = async (options) =>
  (await import(${JSON.stringify(programUrl("venue.js"))})).startVenue(options);
`;

export type Bot = "market-maker" | "trend-follower" | "liquidation-watcher" | "net-maker";

/** What bots import, and where that is: their programs are not written where it is found by its name. */
const IMPORTED = [
  ["outcry/client", CLIENT_PROGRAM],
  ["outcry", "./startVenue.js"],
  ["binance", import.meta.resolve("binance")],
] as const;

/** A stretch of a bot, and what stands there instead. */
export type Change = readonly [from: string, to: string];

/**
 * How long the bots wait for an answer, and for a venue that is away: on a busy machine ten seconds are over
 * before it had its turn.
 */
const PATIENCE = ["new V2Client({ baseUrl, credentials", "$&, timeoutMs: 100_000, retries: 100"] as const;

/** A bot of the fapi dialect, which is no example: its client is none of ours. */
const NET_MAKER = { place: join(import.meta.dirname, "programs"), names: ["net-maker.js"], patience: [] };

/** The files of a bot, and what makes it patient. */
function filesOf(bot: Bot): { place: string; names: readonly string[]; patience: readonly Change[] } {
  if (bot === "net-maker") return NET_MAKER;
  return { place: EXAMPLES, names: [`${bot}.js`, "venue.js"], patience: [PATIENCE] };
}

/**
 * The texts of a patient bot, changed: what it imports is left as it stands.
 *
 * @throws when it has no such stretch
 */
export function textsOf(bot: Bot, changes: readonly Change[]): readonly string[] {
  const { place, names, patience } = filesOf(bot);
  const texts = names.map((name) => readFileSync(join(place, name), "utf8"));
  for (const [from] of [...changes, ...patience])
    if (!texts.some((text) => text.includes(from))) throw new Error(`${bot} has no line ${from}`);
  return texts.map((text) => {
    const changed = changes.reduce((sum, [from, to]) => sum.replace(from, () => to), text);
    return patience.reduce((sum, [from, to]) => sum.replace(from, to), changed);
  });
}

/**
 * Writes a patient bot as a program.
 *
 * @param place a directory for it
 * @param changes stretches of it, or of `venue.js`, and what stands there instead: a mutant of the bot
 * @returns the program's path
 */
export function botProgram(bot: Bot, place: string, changes: readonly Change[] = []): string {
  const directory = mkdtempSync(join(place, `${bot}-`));
  const texts = textsOf(bot, changes);
  for (const [i, name] of filesOf(bot).names.entries()) {
    const resolved = IMPORTED.reduce(
      (text, [from, url]) => text.replaceAll(`"${from}"`, JSON.stringify(url)),
      texts[i]!,
    );
    writeFileSync(join(directory, name), resolved);
  }
  writeFileSync(join(directory, "startVenue.js"), VENUE_WHEN_STARTED);
  writeFileSync(join(directory, "package.json"), '{ "type": "module" }');
  return join(directory, `${bot}.js`);
}
