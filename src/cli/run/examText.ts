import Table from "cli-table3";
import type { ExamReport, Paper } from "../../exam/index.ts";
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

/** What there is to sit. */
export function papersText(papers: readonly Paper[]): string {
  return papers
    .map(({ name, about, checks }) => {
      const rules = checks.map((check) => `  ${check.name}: ${check.rule}\n`);
      return `${name}: ${about}\n${rules.join("")}`;
    })
    .join("");
}
