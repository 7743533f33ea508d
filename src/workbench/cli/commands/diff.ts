import type { Command } from "commander";
import type { Difference } from "../diff/compare.ts";
import { differences } from "../diff/compare.ts";
import type { Records } from "../diff/records.ts";
import { recordsOf } from "../diff/records.ts";
import { EXIT_FAILED, ProgramEnded } from "../exitCodes.ts";
import { dataError } from "../offline.ts";
import { showJson, showText } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

/** `outcry diff`: how the accounts of two venues differ. */
export function addDiff(program: Command, terminal: Terminal): void {
  program
    .command("diff")
    .argument("<a>", "data directory or backup; a venue may run on it")
    .argument("<b>", "another one, such as a branch of it")
    .option("--json", "print JSON, each row whole")
    .description(
      "list every order, fill, bill and balance that two venues do not have alike, by account and client id; exit code 1 if there is any",
    )
    .action((a: string, b: string, options: { readonly json?: boolean }) => diff(a, b, options, terminal));
}

async function diff(
  a: string,
  b: string,
  { json }: { readonly json?: boolean },
  terminal: Terminal,
): Promise<void> {
  const [first, second] = await Promise.all([recordsOf(a), recordsOf(b)]).catch((error: Error) => {
    throw dataError(error);
  });
  const found = differences(first, second);
  if (json === true) showJson(terminal, { a: place(a, first), b: place(b, second), differences: found });
  else if (found.length === 0) terminal.out("no difference\n");
  else showText(terminal, found.map(inWords));
  if (found.length > 0) throw new ProgramEnded(EXIT_FAILED);
}

function place(data: string, { seq, time }: Records) {
  return { data, seq, time };
}

function inWords({ list, account, which, a, b, changed }: Difference) {
  const difference =
    a !== null && b !== null
      ? changed.map((name) => `${name} ${a[name] || "none"} → ${b[name] || "none"}`).join(", ")
      : `${a === null ? "only in the second" : "only in the first"}: ${summary(list, (a ?? b)!)}`;
  return { what: list, account, which, difference };
}

/** The columns by which people recognize a row. */
const IDENTIFYING: Readonly<Record<Difference["list"], readonly string[]>> = {
  order: ["action", "size", "symbol", "price", "type", "state"],
  fill: ["action", "size", "symbol", "price", "role"],
  bill: ["type", "symbol", "amount"],
  balance: ["wallet"],
};

function summary(list: Difference["list"], row: Readonly<Record<string, string | number>>): string {
  return IDENTIFYING[list]
    .map((name) => row[name])
    .filter((value) => value !== undefined && value !== "")
    .join(" ");
}
