import { belongs, rooms } from "../../scripts/rooms.ts";
import type { FileCost } from "./fileCosts.ts";

const PROVES_MAX_CHARS = 240;

/** Rooms that take less than this are named together. */
const ROW_MIN_S = 7;
const HEAD = "| `npm test -- …` | Processors, s | |\n|---|---|---|\n";

/** Tables for people: a row a file, the dearest first, the mean of its runs; and what each room takes. */
export function tableOf(costs: readonly FileCost[]): string {
  const rows = means(costs);
  const sum = (pick: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + pick(row), 0);
  const total = `${rows.length} files, ${sum(({ tests }) => tests)} tests, ${sum((row) => row.processorSeconds).toFixed(0)} s of processors`;
  const lines = rows.map(
    ({ file, seconds, processorSeconds, tests, proves }) =>
      `| ${file} | ${processorSeconds.toFixed(1)} | ${seconds.toFixed(1)} | ${tests} | ${proves} |`,
  );
  return `${total}\n\n${roomTable(costs)}\n| File | Processors, s | On the clock, s | Tests | Proves |\n|---|---|---|---|---|\n${lines.join("\n")}\n`;
}

/**
 * What each room takes, the dearest first; a test may belong to several.
 *
 * @param words what is said of rooms
 */
export function roomTable(
  costs: readonly FileCost[],
  words: ReadonlyMap<string, string> = new Map(),
): string {
  const files = means(costs);
  const secondsOf = (isMeant: (file: string) => boolean) =>
    files.reduce((sum, { file, processorSeconds }) => sum + (isMeant(file) ? processorSeconds : 0), 0);
  const taken = rooms()
    .map((name) => ({ name, seconds: secondsOf((file) => belongs(file, name)) }))
    .sort((a, b) => b.seconds - a.seconds);
  const dear = taken.filter(({ seconds }) => seconds >= ROW_MIN_S);
  const rest = taken.slice(dear.length).map(({ name }) => name);
  const row = (name: string, seconds: string) => `| ${name} | ${seconds} | ${words.get(name) ?? ""} |\n`;
  return [
    HEAD,
    row("", secondsOf(() => true).toFixed(0)),
    ...dear.map(({ name, seconds }) => row(name, seconds.toFixed(0))),
    `| ${rest.sort().join(", ")} | below ${ROW_MIN_S} each | |\n`,
  ].join("");
}

/** A page whose table of the rooms has these costs; what it says of a room stays. */
export function withRooms(page: string, costs: readonly FileCost[]): string {
  const from = page.indexOf(HEAD);
  const to = page.indexOf("\n\n", from) + 1;
  return `${page.slice(0, from)}${roomTable(costs, new Map(roomsIn(page).map(({ name, words }) => [name, words])))}${page.slice(to)}`;
}

/** The rows of the table in a page: names of rooms, the first is all of them, with what they take. */
export function roomsIn(page: string) {
  const from = page.indexOf(HEAD);
  const rows = page.slice(from + HEAD.length, page.indexOf("\n\n", from)).split("\n");
  return rows.map((row) => {
    const [, name = "", taken = "", words = ""] = row.split("|").map((cell) => cell.trim());
    return { name, seconds: Number(/\d+/.exec(taken)), words };
  });
}

/** A file a row, the dearest first, as the mean of its runs. */
function means(costs: readonly FileCost[]) {
  const byFile = Map.groupBy(costs, ({ file }) => file);
  const rows = [...byFile].map(([file, runs]) => ({
    file,
    seconds: meanOf(runs.map(({ seconds }) => seconds)),
    processorSeconds: meanOf(runs.map(({ processorSeconds }) => processorSeconds)),
    tests: runs[0]!.tests,
    proves: runs[0]!.proves.join("; ").replaceAll("|", "\\|").slice(0, PROVES_MAX_CHARS),
  }));
  return rows.sort((a, b) => b.processorSeconds - a.processorSeconds);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
