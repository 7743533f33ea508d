/**
 * `npm run cluster [-- --nodes 3 --traders 6 --lease 2000 --every 10 --rounds N]`: a venue of several nodes
 * on a PostgreSQL with two synchronous standbys, all on this machine, with traders at all of them. Every few
 * seconds one of its parts is killed, paused or no longer reached, and comes back; a table shows what that
 * did. Ctrl-C, or the last round, ends it: then everything that the traders saw is compared with the log.
 */
import { setTimeout as wait } from "node:timers/promises";
import { Command, CommanderError, InvalidArgumentError } from "commander";
import { liveTable, sumOf } from "./show.ts";
import { Trial } from "./trial.ts";
import { DEEDS } from "./unrest.ts";

/** How long what was killed or paused is missed, ms. */
const OUTAGE_MS = 2_000;
/** How often the table is drawn anew, ms. */
const DRAW_MS = 500;

const options = readOptions(process.argv.slice(2));
const stopping = new AbortController();
process.once("SIGINT", () => stopping.abort());
process.once("SIGTERM", () => stopping.abort());

const isLive = process.stdout.isTTY === true;
const say = (words: string): void => void process.stderr.write(`${words}\n`);
const trial = await Trial.start({
  ...options,
  leaseMs: options.lease,
  outage: () => pause(OUTAGE_MS),
  onStep: (words) => say(`… ${words}`),
});
try {
  for (const node of trial.nodes) say(`node ${node.name}: ${node.baseUrl}/ (page), ${node.baseUrl}/operator`);
  say(`one of ${DEEDS.join(", ")} every ${options.every} s; Ctrl-C ends it\n`);
  let shown = 0;
  let doing = "";
  const draw = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await Promise.all(trial.nodes.map((node) => node.look()));
      const text = liveTable(trial, doing);
      // Over what was drawn before.
      process.stdout.write(`${shown > 0 ? `\x1b[${shown}A\x1b[J` : ""}${text}\n`);
      shown = text.split("\n").length;
      await pause(DRAW_MS);
    }
  };
  const drawing = isLive ? draw() : undefined;
  for (let round = 0; round < options.rounds && !stopping.signal.aborted; round++) {
    await pause(options.every * 1_000);
    if (stopping.signal.aborted) break;
    doing = DEEDS[round % DEEDS.length]!;
    const done = await trial.disturb(DEEDS[round % DEEDS.length]!);
    doing = "";
    if (!isLive)
      console.log(
        `${done.deed.padEnd(14)} ${done.to.padEnd(10)} acknowledged again after ${Math.round(done.gapMs)} ms`,
      );
  }
  stopping.abort();
  await drawing;
  const verdict = await trial.judge();
  console.log(sumOf(trial, verdict));
  if (verdict.faults.length > 0) process.exitCode = 1;
} finally {
  await trial.end();
}

/** Ends early when everything ends. */
async function pause(ms: number): Promise<void> {
  await wait(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
}

/** Reads the command line; what is wrong with it, or its help, is written, and the process ends. */
function readOptions(args: readonly string[]) {
  const command = new Command("npm run cluster --")
    .description("a cluster on this machine whose parts are killed, paused and revived while bots trade")
    .option("--nodes <n>", "nodes", wholeNumber, 3)
    .option("--traders <n>", "accounts that trade", wholeNumber, 6)
    .option("--lease <ms>", "how long a node that has died keeps the lead", wholeNumber, 2_000)
    .option("--every <s>", "seconds between two disturbances", wholeNumber, 10)
    .option("--rounds <n>", "disturbances (default: until Ctrl-C)", wholeNumber, Number.POSITIVE_INFINITY)
    .allowExcessArguments(false)
    .exitOverride();
  type Options = Record<"nodes" | "traders" | "lease" | "every" | "rounds", number>;
  try {
    return command.parse(args, { from: "user" }).opts<Options>();
  } catch (error) {
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
    throw error;
  }
}

function wholeNumber(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError("It must be a whole number of at least 1.");
}
