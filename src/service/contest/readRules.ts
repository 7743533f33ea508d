import { Type } from "typebox";
import { readInstant } from "../../kernel/host/instant.ts";
import { schemaErrors } from "../../kernel/host/schemaErrors.ts";
import type { Measure, Round, Rules } from "./definition.ts";
import { activities, measures } from "./definition.ts";

/** What is wrong with a file: where, what stands there, and what must stand there. */
export interface Problem {
  readonly path: string;
  readonly value: string;
  readonly rule: string;
}

/** Everything that is wrong with a contest's file. */
export class ContestError extends Error {
  override readonly name = "ContestError";
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems.map(({ path, value, rule }) => `${path || "the file"} ${rule}, got ${value}`).join("; "));
    this.problems = problems;
  }
}

/** Names of accounts, and of contests: they stand in paths and on command lines. */
export const NAME = /^(?!\d+$)[\w.-]{1,40}$/;
const NAME_RULE = "must be 1 to 40 letters, digits, '-', '_' and '.', not digits alone";
/** Teams of a contest. */
export const TEAMS_MAX = 500;

/** A moment with its offset from UTC; what has none would be another one on another machine. */
export const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;
/** Money above 0. */
export const AMOUNT = /^(?=.*[1-9])(?:0|[1-9]\d{0,11})(?:\.\d{1,8})?$/;

const strict = { additionalProperties: false } as const;
const words = <const T extends string>(all: readonly T[]) => Type.Enum([...all]);
const round = {
  start: Type.String({
    description: "When it begins: a whole minute of market time with its offset from UTC",
  }),
  end: Type.String({ description: "When it is over; of this minute nothing belongs to it any more" }),
};
const weights = Type.Object(
  Object.fromEntries(measures.map((each) => [each, Type.Optional(Type.Number())])),
  strict,
);
const most = (maximum: number, description: string) => Type.Integer({ minimum: 1, maximum, description });

/** A contest's file (docs/contests.md). */
export const ContestFile = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    name: Type.String({ description: NAME_RULE }),
    title: Type.Optional(Type.String({ maxLength: 100, description: "What boards call it" })),
    ...round,
    practice: Type.Optional(
      Type.Object(round, { ...strict, description: "A round before, on other accounts" }),
    ),
    contracts: Type.Optional(
      Type.Array(Type.String(), { minItems: 1, description: "What teams may trade; left out: all" }),
    ),
    balance: Type.String({ description: "What each team begins with: a decimal of USDT" }),
    leverageMax: Type.Optional(most(500, "The greatest leverage that a team may set")),
    limits: Type.Optional(
      Type.Object(
        {
          ordersPerMinute: Type.Optional(most(1_000_000, "Placements of a team")),
          byAddress: Type.Optional(Type.Boolean({ description: "Whether budgets by address hold" })),
        },
        strict,
      ),
    ),
    operations: Type.Optional(
      Type.Array(words(activities), {
        description: "What teams may do beside reading, canceling and closing",
      }),
    ),
    book: Type.Optional(words(["shared", "house"])),
    score: Type.Optional(Type.Union([words(measures), weights])),
    liquidated: Type.Optional(words(["counts", "last", "out"])),
  },
  strict,
);
type File = Type.Static<typeof ContestFile>;

/**
 * Reads the rules of a contest.
 *
 * @param value the file's JSON
 * @param symbols the contracts of the venue
 * @throws ContestError naming path, value and rule of everything that is wrong
 */
export function readRules(value: unknown, symbols: readonly string[]): Rules {
  const problems: Problem[] = [...shapeProblems(value)];
  if (problems.length > 0) throw new ContestError(problems);
  const file = value as File;
  const refuse = (path: string, wrong: unknown, rule: string): void => {
    problems.push({ path, value: JSON.stringify(wrong), rule });
  };
  if (!NAME.test(file.name)) refuse("name", file.name, NAME_RULE);
  if (!isTitle(file.title ?? "")) refuse("title", file.title, TITLE_RULE);
  const round = roundOf(file, "", refuse);
  const practice = file.practice && roundOf(file.practice, "practice.", refuse);
  if (practice !== undefined && practice.end > round.start)
    refuse("practice.end", file.practice?.end, "must not be after start");
  for (const [i, symbol] of (file.contracts ?? []).entries())
    if (!symbols.includes(symbol))
      refuse(`contracts.${i}`, symbol, `must be a contract of the venue (${symbols.join(", ")})`);
  if (!AMOUNT.test(file.balance))
    refuse("balance", file.balance, "must be a decimal above 0 with at most 8 decimals");
  const score = scoreOf(file.score ?? "return");
  if (Object.keys(score).length === 0)
    refuse("score", file.score, `must be one of ${measures.join(", ")}, or weights of some`);
  for (const [measure, weight] of Object.entries(score))
    if (!/^-?\d{1,9}(?:\.\d{1,8})?$/.test(weight))
      refuse(`score.${measure}`, weight, "must be a number with at most 9 digits and 8 decimals");
  if (problems.length > 0) throw new ContestError(problems);
  return {
    ...round,
    name: file.name,
    title: file.title ?? file.name,
    practice,
    contracts: file.contracts ?? symbols,
    balance: file.balance,
    leverageMax: file.leverageMax ?? 0,
    ordersPerMinute: file.limits?.ordersPerMinute ?? 0,
    addressBudgets: file.limits?.byAddress ?? false,
    operations: file.operations ?? activities,
    book: file.book ?? "shared",
    score,
    liquidated: file.liquidated ?? "counts",
  };
}

function* shapeProblems(value: unknown): Generator<Problem> {
  for (const error of schemaErrors(ContestFile, value)) {
    const path = error.instancePath.slice(1).replaceAll("/", ".");
    if (error.keyword === "const" && error.schemaPath.includes("anyOf")) continue;
    if (error.keyword === "additionalProperties") {
      for (const name of error.params.additionalProperties) {
        const at = path === "" ? name : `${path}.${name}`;
        yield { path: at, value: shownAt(value, at), rule: "is not a known field" };
      }
      continue;
    }
    yield { path, value: shownAt(value, path), rule: error.message };
  }
}

/** The JSON of what stands at a path, cut to one line. */
function shownAt(value: unknown, path: string): string {
  let at: unknown = value;
  for (const name of path === "" ? [] : path.split("."))
    at = at === null || typeof at !== "object" ? undefined : (at as Record<string, unknown>)[name];
  return at === undefined ? "nothing" : shortened(JSON.stringify(at));
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

type Refuse = (path: string, value: unknown, rule: string) => void;

const MINUTE_MS = 60_000;

function roundOf({ start, end }: { start: string; end: string }, at: string, refuse: Refuse): Round {
  const read = (path: string, text: string): number => {
    const time = (MOMENT.test(text) ? readInstant(text) : undefined) ?? Number.NaN;
    if (Number.isNaN(time) || time % MINUTE_MS !== 0)
      refuse(path, text, "must be a whole minute with its offset, such as 2026-12-04T18:00:00Z");
    return time;
  };
  const round = { start: read(`${at}start`, start), end: read(`${at}end`, end) };
  if (round.end - round.start < MINUTE_MS) refuse(`${at}end`, end, "must be at least a minute after start");
  return round;
}

function scoreOf(score: NonNullable<File["score"]>): Partial<Record<Measure, string>> {
  if (typeof score === "string") return { [score]: "1" };
  return Object.fromEntries(Object.entries(score).map(([measure, weight]) => [measure, String(weight)]));
}

/** A team or a single entrant, as a file of entrants has it. */
export type Entrant = Pick<import("./definition.ts").Team, "team" | "title">;

/** What boards call somebody. */
const TITLE_MAX = 100;
const TITLE_RULE = `must be at most ${TITLE_MAX} characters, without control characters`;
/** Titles stand on boards and terminals: no ends of lines, no escapes, no turns of direction. */
const isTitle = (title: string): boolean =>
  title.length <= TITLE_MAX && !/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(title);

/**
 * Reads teams from comma-separated text: a line a team, its name and, where there is a second column, what it
 * is called; a first line that begins with `team` names the columns. Quotes as usual (RFC 4180), but nothing
 * goes on in the next line.
 *
 * @throws ContestError naming line, value and rule of everything that is wrong
 */
export function readTeams(csv: string): readonly Entrant[] {
  const rows = rowsOf(csv);
  const problems: Problem[] = [];
  const refuse = (line: number, wrong: string, rule: string): void => {
    problems.push({ path: `line ${line}`, value: shortened(JSON.stringify(wrong)), rule });
  };
  const [first] = rows;
  const columns = first?.cells?.map((cell) => cell.trim().toLowerCase()) ?? [];
  const isNamed = columns[0] === "team";
  if (columns[0] === "title" && columns[1] === "team")
    refuse(first!.line, first!.text, "must name the columns as team,title");
  const known = new Map<string, number>();
  const entrants: Entrant[] = [];
  for (const { line, text, cells } of isNamed ? rows.slice(1) : rows) {
    if (cells === undefined || cells.slice(2).some((cell) => cell.trim() !== "")) {
      refuse(line, text, "must be a name and a title, in double quotes where that has commas or quotes");
      continue;
    }
    const [team = "", title = ""] = cells.map((cell) => cell.trim());
    if (!NAME.test(team)) refuse(line, team, NAME_RULE);
    if (!isTitle(title)) refuse(line, title, `title ${TITLE_RULE}`);
    const before = known.get(team);
    if (before !== undefined) refuse(line, team, `must be named once, and line ${before} names it`);
    known.set(team, line);
    entrants.push({ team, title: title || team });
  }
  const lines = rows.length - (isNamed ? 1 : 0);
  if (lines === 0 || lines > TEAMS_MAX)
    problems.push({ path: "teams", value: String(lines), rule: `must be 1 to ${TEAMS_MAX}` });
  if (problems.length > 0) throw new ContestError(problems);
  return entrants;
}

interface Row {
  readonly line: number;
  readonly text: string;
  /** undefined: the quotes of the line are not those of RFC 4180. */
  readonly cells: readonly string[] | undefined;
}

function rowsOf(csv: string): readonly Row[] {
  return csv
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .map((text, i) => ({ line: i + 1, text, cells: cellsOf(text) }))
    .filter(({ cells }) => cells === undefined || cells.some((cell) => cell.trim() !== ""));
}

const CELL = /(?:[ \t]*"((?:[^"]|"")*)"[ \t]*|([^,"]*))(,|$)/y;

function cellsOf(text: string): readonly string[] | undefined {
  const cells: string[] = [];
  for (let at = 0; ; ) {
    CELL.lastIndex = at;
    const found = CELL.exec(text);
    if (found === null) return undefined;
    const [, quoted, plain = "", end] = found;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "") return cells;
    at = CELL.lastIndex;
  }
}
