import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { Argument, Option } from "commander";
import type { ExportName, ExportRow } from "../../readmodel/index.ts";
import { accountNamed, EXPORTS, exportNames, exportRows } from "../../readmodel/index.ts";
import { HISTORY_FILE } from "../../venue/dataFiles.ts";
import { DEFAULT_DATA } from "../config.ts";
import { CliError, EXIT_DATA, usage } from "../exitCodes.ts";
import { dataError } from "../offline.ts";
import { rawForm, wordForm } from "../show/exportWords.ts";
import type { Terminal } from "../terminal.ts";

interface ExportOptions {
  readonly format: "csv" | "ndjson";
  readonly account?: string;
  readonly from?: string;
  readonly to?: string;
  readonly raw?: boolean;
  readonly data: string;
}

/** Characters written at a time. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * `outcry export`: the ledger, fills or ended orders of a data directory, on stdout; a venue may be running on it or
 * not.
 */
export function addExport(program: Command, terminal: Terminal): void {
  program
    .command("export")
    .addArgument(new Argument("<what>", "ledger (bills), fills, or orders that have ended").choices(EXPORTS))
    .addOption(new Option("--format <format>", "form of a row").choices(["csv", "ndjson"]).default("csv"))
    .option("--account <account>", "id or name (default: all)")
    .option("--from <time>", "Unix ms or a moment such as 2026-01-31T12:00:00Z, inclusive")
    .option("--to <time>", "likewise")
    .option("--raw", "as it is stored: prices in ticks, sizes in lots, times in Unix ms, codes for words")
    .option("--data <dir>", "data directory", DEFAULT_DATA)
    .description("write history to stdout, row by row, in decimals and words; every amount is exact")
    .action((what: ExportName, options: ExportOptions) => write(what, options, terminal));
}

async function write(what: ExportName, options: ExportOptions, terminal: Terminal): Promise<void> {
  const path = join(options.data, HISTORY_FILE);
  if (!existsSync(path))
    throw new CliError(`there is no history in ${options.data}`, { exitCode: EXIT_DATA });
  try {
    const query = {
      account: options.account === undefined ? undefined : accountOf(path, options.account),
      from: options.from === undefined ? undefined : timeOf("--from", options.from),
      to: options.to === undefined ? undefined : timeOf("--to", options.to),
    };
    const form = options.raw === true ? rawForm(what) : wordForm(what, exportNames(path));
    const { columns } = form;
    let text = options.format === "csv" ? `${columns.join(",")}\n` : "";
    for (const stored of exportRows(path, what, query)) {
      const row = form.row(stored);
      text += options.format === "csv" ? csvLine(columns, row) : `${JSON.stringify(row)}\n`;
      if (text.length < CHUNK_CHARACTERS) continue;
      terminal.out(text);
      text = "";
      await terminal.drained?.();
    }
    terminal.out(text);
    await terminal.drained?.();
  } catch (error) {
    throw dataError(error as Error);
  }
}

function accountOf(path: string, text: string): number {
  const account = accountNamed(path, text);
  if (account === undefined) throw usage(`--account: the history knows no account '${text}'`);
  return account;
}

function timeOf(option: string, text: string): number {
  const time = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  if (!Number.isSafeInteger(time)) throw usage(`${option} must be Unix ms or a moment, got '${text}'`);
  return time;
}

/** One line after RFC 4180. Text that a spreadsheet would take for a formula is left as it is. */
function csvLine(columns: readonly string[], row: ExportRow): string {
  return `${columns.map((name) => csvField(row[name]!)).join(",")}\n`;
}

function csvField(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
