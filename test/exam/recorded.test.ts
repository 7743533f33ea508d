import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { judged } from "../../src/workbench/exam/check.ts";
import type { Seen, TimedHappening } from "../../src/workbench/exam/happening.ts";
import { examCases } from "../../src/workbench/exam/index.ts";
import { textsOf } from "./botProgram.ts";
import type { Mutant } from "./mutants.ts";
import { mutants, netMutants } from "./mutants.ts";
import { IN_TIME, QUICK_SPEED, useSittings } from "./sittings.ts";

/**
 * Checks are functions of what was seen of a bot, so that a mutant need not go through its case to be judged:
 * what was seen of each stands in `recorded`. `npm run golden` has those sit of whom it does not hold any
 * more, and writes it.
 */

const FOLDER = join(import.meta.dirname, "recorded");
const RECORDS = process.env["OUTCRY_RECORD"] !== undefined;

/** What was seen of a mutant, and of which program. */
interface Recording {
  readonly program: string;
  readonly seen: Seen;
}

const { sit } = useSittings();

test("there is a mutant for every check", () => {
  const checks = examCases.flatMap((examCase) =>
    examCase.checks.map(({ name }) => `${examCase.name} ${name}`),
  );
  const broken = mutants.flatMap(({ examCase, breaks }) => breaks.map((name) => `${examCase} ${name}`));
  expect(broken.toSorted()).toEqual(checks.toSorted());
});

test.concurrent.each([...mutants, ...netMutants])(
  "a $bot that breaks $breaks fails that, and nothing else",
  IN_TIME,
  async (mutant) => {
    if (RECORDS && !holds(mutant)) write(mutant, { program: programOf(mutant), seen: await seenOf(mutant) });
    const { program, seen } = read(mutant)!;
    expect(program, "another program was recorded: `npm run golden`").toBe(programOf(mutant));
    expect(failedIn(mutant, seen)).toEqual(mutant.breaks.toSorted());
  },
);

/** Whether what was recorded is of this program, and shows what it breaks. */
function holds(mutant: Mutant): boolean {
  const recording = read(mutant);
  if (recording?.program !== programOf(mutant)) return false;
  return failedIn(mutant, recording.seen).join() === mutant.breaks.toSorted().join();
}

/** The checks of its case that a mutant fails. */
function failedIn({ examCase }: Mutant, seen: Seen): readonly string[] {
  const { checks } = examCases.find(({ name }) => name === examCase)!;
  const verdicts = judged(checks, seen);
  return checks
    .filter((_, i) => verdicts[i]!.result === "failed")
    .map(({ name }) => name)
    .toSorted();
}

function programOf({ bot, changes }: Mutant): string {
  return createHash("sha256")
    .update(JSON.stringify(textsOf(bot, changes)))
    .digest("hex");
}

/** Puts it through its case. */
async function seenOf(mutant: Mutant): Promise<Seen> {
  const { report } = await sit(mutant);
  const [{ happenings, tookMs }] = report.papers as [(typeof report.papers)[0]];
  const speed = mutant.bot === "trend-follower" ? QUICK_SPEED : 1;
  return { happenings: unsigned(happenings), untilMs: tookMs, stalls: [], speed };
}

/** The happenings without signatures, of which only counts whether they are alike. */
function unsigned(happenings: readonly TimedHappening[]): readonly TimedHappening[] {
  const known = new Map<string, string>();
  return happenings.map((each) => {
    if (each.type !== "asked") return each;
    if (!known.has(each.signature)) known.set(each.signature, String(known.size));
    return { ...each, signature: known.get(each.signature)! };
  });
}

const fileOf = ({ bot, breaks }: Mutant) =>
  join(FOLDER, `${bot === "net-maker" ? "net-" : ""}${breaks[0]}.json.gz`);

/** None where none was recorded. */
function read(mutant: Mutant): Recording | undefined {
  const file = fileOf(mutant);
  return existsSync(file) ? JSON.parse(gunzipSync(readFileSync(file)).toString()) : undefined;
}

function write(mutant: Mutant, recording: Recording): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(fileOf(mutant), gzipSync(JSON.stringify(recording)));
}
