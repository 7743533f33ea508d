import { ReferenceExchange } from "./exchange.ts";
import type { Happening, StateRecord } from "./happening.ts";
import { line, money } from "./happening.ts";
import { ObservedExchange } from "./observed.ts";
import type { TapeCommand } from "./tape.ts";
import type { Step } from "./tapes.ts";
import { resolve, timeOf } from "./tapes.ts";

/** Market time at the start of a tape. */
export const START = 1_767_225_600_000;

/**
 * Both exchanges on the same tape; throws at the first difference, with the tape up to there.
 *
 * @param meant what a drawn command means as things stand
 */
export function agree(tape: readonly Step[], count: (seen: Seen) => void, meant = resolve): void {
  const reference = new ReferenceExchange();
  const core = new ObservedExchange();
  const done: Step[] = [];
  let time = START;
  for (const drawnStep of tape) {
    const { wait, command: drawn } = drawnStep;
    time = timeOf(time, drawnStep);
    const command = meant(reference.venue, drawn);
    done.push({ wait, command });
    const expected = attempt(done, "the reference", () => reference.execute(time, command));
    const actual = attempt(done, "the core", () => core.execute(time, command));
    if (expected !== actual) differ(done, "outcome", [expected], [actual]);
    if (actual !== "ok" && core.exchange.outcomeId !== 0) differ(done, "id of a refusal", ["0"], ["an id"]);
    same(done, "what happened", reference.happenings, core.happenings);
    same(done, "state", reference.stateRecords(), core.stateRecords());
    attempt(done, "the audit", () => core.exchange.audit());
    const { happenings, venue } = reference;
    count({ command, outcome: expected, happenings, notes: venue.notes });
  }
}

/** What one command led to. */
export interface Seen {
  readonly command: TapeCommand;
  readonly outcome: string;
  readonly happenings: readonly Happening[];
  /** What decided something in it that happenings do not show. */
  readonly notes: readonly string[];
}

function attempt<T>(done: readonly Step[], who: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new Error(`${told(done)}\n\n${who} failed: ${(error as Error).message}`, { cause: error });
  }
}

type Record = Happening | StateRecord;

function same(
  done: readonly Step[],
  what: string,
  expected: readonly Record[],
  actual: readonly Record[],
): void {
  const agreed = expected.length === actual.length && expected.every((each, i) => equal(each, actual[i]!));
  if (!agreed) differ(done, what, expected.map(line), actual.map(line));
}

/** Field by field; making the lines of a state that agrees would cost more than everything else. */
function equal(a: Record, b: Record): boolean {
  for (const name in a) if (a[name] !== b[name]) return false;
  for (const name in b) if (!(name in a)) return false;
  return true;
}

function differ(
  done: readonly Step[],
  what: string,
  expected: readonly string[],
  actual: readonly string[],
): never {
  const missing = expected.filter((each) => !actual.includes(each));
  const extra = actual.filter((each) => !expected.includes(each));
  const [minus, plus] = missing.length + extra.length === 0 ? [expected, actual] : [missing, extra];
  const lines = [...minus.map((each) => `- ${each}`), ...plus.map((each) => `+ ${each}`)];
  throw new Error(`${told(done)}\n\n${what} differs (- reference, + core):\n${lines.join("\n")}`);
}

function told(done: readonly Step[]): string {
  return done.map(({ wait, command }) => spoken(wait, command)).join("\n");
}

/** A command on one line: `+600 place account=4 contract=0 action=open long …`. */
function spoken(wait: number, command: TapeCommand): string {
  const { type, ...fields } = command;
  const said = Object.entries(fields).map(([name, value]) => `${name}=${plain(value)}`);
  return `${wait !== 0 ? `${wait > 0 ? "+" : ""}${wait} ` : ""}${type} ${said.join(" ")}`;
}

function plain(value: unknown): string {
  if (typeof value === "bigint") return money(value);
  if (typeof value !== "object" || value === null) return String(value);
  if ("symbol" in value) return String(value.symbol);
  return JSON.stringify(value, (_, each) => (typeof each === "bigint" ? money(each) : each));
}
