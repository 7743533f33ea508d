import Table from "cli-table3";
import type { CaseReport, ExamCase, ExamReport } from "../../exam/index.ts";
import { textOf } from "../../exam/index.ts";
import { NO_BORDERS, paint } from "../show/value.ts";

const COLOURS = { passed: "green", failed: "red", "not examined": "yellow" } as const;

/** An examination for a terminal: a line a check, failures last and in full. */
export function examText({ papers }: ExamReport, isColoured: boolean): string {
  const checks = papers.flatMap(({ checks }) => checks);
  const table = new Table({
    chars: NO_BORDERS,
    style: { "padding-left": 0, "padding-right": 0, border: [] },
    wordWrap: true,
  });
  for (const { paper, checks } of papers)
    for (const { name, result, observed } of checks)
      table.push([paper, name, paint(COLOURS[result], result, isColoured), observed]);
  const count = (wanted: string) => checks.filter(({ result }) => result === wanted).length;
  return `\n${table.toString()}\n\n${count("passed")} passed, ${count("failed")} failed, ${count("not examined")} not examined\n`;
}

/** How many lines are shown of the output of a bot that ended by itself; `--report` has more. */
const LINES_MAX = 10;
/** The width of the longest case's name, and a gap. */
const NAME_WIDTH = 14;

/** A line when a case begins. */
export function beginText({ name, about }: ExamCase): string {
  return `${name.padEnd(NAME_WIDTH)}begins: ${about}\n`;
}

/** A line when a case is over, and the last output of a bot that ended by itself. */
export function endText({ paper, tookMs, checks, happenings, output }: CaseReport): string {
  const verdicts = checks.map(({ name, result }) => `${name} ${result}`).join(", ");
  const line = `${paper.padEnd(NAME_WIDTH)}over after ${(tookMs / 1_000).toFixed(1)} s: ${verdicts}\n`;
  const end = happenings.find(({ type }) => type === "ended");
  if (end === undefined) return line;
  const printed = output.trimEnd().split("\n").slice(-LINES_MAX);
  const shown = output.trim() === "" ? ["(nothing)"] : printed;
  const indented = [`the bot ${textOf(end)}, and printed last:`, ...shown.map((text) => `  ${text}`)];
  return line + indented.map((text) => `${" ".repeat(NAME_WIDTH)}${text}\n`).join("");
}

/** What `--list` prints: cases and checks. */
export function casesText(cases: readonly ExamCase[]): string {
  return cases
    .map(({ name, about, checks }) => {
      const rules = checks.map((check) => `  ${check.name}: ${check.rule}\n`);
      return `${name}: ${about}\n${rules.join("")}`;
    })
    .join("");
}
