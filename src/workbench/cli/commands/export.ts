import { join } from "node:path";
import type { Command } from "commander";
import { Argument, Option } from "commander";
import { HISTORY_FILE, REQUESTS_DIRECTORY } from "../../../assembly/venue/dataFiles.ts";
import { isThere } from "../../../kernel/host/systemErrors.ts";
import { matching } from "../../../service/gateway/control/account/matching.ts";
import type { ExportedName } from "../../../service/gateway/export/exported.ts";
import { EXPORTED, formOf, rowsOfRequests } from "../../../service/gateway/export/exported.ts";
import type { FileFormat } from "../../../service/gateway/export/files.ts";
import { FILE_FORMATS, writeRows } from "../../../service/gateway/export/files.ts";
import { readRequestFiles } from "../../../service/gateway/requestLog/requestFiles.ts";
import type { ExportQuery, ExportRow } from "../../../service/readmodel/index.ts";
import { exportNames, exportRows } from "../../../service/readmodel/index.ts";
import { timeOf } from "../arguments.ts";
import { DEFAULT_DATA } from "../config.ts";
import { CliError, EXIT_DATA, usage } from "../exitCodes.ts";
import { dataError } from "../offline.ts";
import type { Terminal } from "../terminal.ts";

interface ExportOptions {
  readonly format: FileFormat;
  readonly account?: string;
  readonly from?: string;
  readonly to?: string;
  readonly raw?: boolean;
  readonly data: string;
}

/**
 * `outcry export`: the ledger, fills, ended orders or requests of a data directory, on stdout; a venue may be
 * running on it or not.
 */
export function addExport(program: Command, terminal: Terminal): void {
  program
    .command("export")
    .addArgument(
      new Argument(
        "<what>",
        "ledger (bills), fills, orders that have ended, equity, or the log of requests",
      ).choices(EXPORTED),
    )
    .addOption(new Option("--format <format>", "form of the file").choices(FILE_FORMATS).default("csv"))
    .option(
      "--account <accounts>",
      "ids, names or patterns such as team-*, with commas between (default: all)",
    )
    .option("--from <time>", "Unix ms or a moment such as 2026-01-31T12:00:00Z, in market time, inclusive")
    .option("--to <time>", "likewise")
    .option("--raw", "as it is stored: prices in ticks, sizes in lots, times in Unix ms, codes for words")
    .option("--data <dir>", "data directory", DEFAULT_DATA)
    .description("write history to stdout, row by row, in decimals and words; every amount is exact")
    .action((what: ExportedName, options: ExportOptions) => write(what, options, terminal));
}

async function write(what: ExportedName, options: ExportOptions, terminal: Terminal): Promise<void> {
  const path = join(options.data, HISTORY_FILE);
  if (!isThere(path))
    throw new CliError(`there is no history in ${options.data}: name the data directory of a venue`, {
      exitCode: EXIT_DATA,
    });
  if (options.format === "parquet" && terminal.outIsTty)
    throw usage(`--format parquet is not for a terminal: send it to a file, … > ${what}.parquet`);
  try {
    const query = {
      accounts: options.account === undefined ? undefined : accountsOf(path, options.account),
      from: options.from === undefined ? undefined : timeOf("--from", options.from),
      to: options.to === undefined ? undefined : timeOf("--to", options.to),
    };
    const rows =
      what === "requests" ? await requestsIn(options.data, query, terminal) : exportRows(path, what, query);
    const take = (piece: string | Uint8Array) => {
      terminal.out(piece);
      return terminal.drained?.();
    };
    await writeRows(take, options.format, formOf(what, path, { isRaw: options.raw === true }), rows);
  } catch (error) {
    throw dataError(error as Error);
  }
}

/** The entries of the log's files, all in memory: the files have 16 MiB at most. */
async function requestsIn(
  data: string,
  query: ExportQuery,
  terminal: Terminal,
): Promise<readonly ExportRow[]> {
  const directory = join(data, REQUESTS_DIRECTORY);
  if (!isThere(directory)) throw new CliError(`there is no request log in ${data}`, { exitCode: EXIT_DATA });
  const { entries, damaged } = await readRequestFiles(directory);
  if (damaged > 0) terminal.err(`${damaged} lines of the request log are damaged, and left out\n`);
  return rowsOfRequests(entries, query);
}

function accountsOf(path: string, text: string): readonly number[] {
  const all = [...exportNames(path).accounts].map(([account, name]) => ({ account, name }));
  const meant = matching(all, text.split(","), (why) => usage(`--account: ${why} in the history`));
  return meant.map(({ account }) => account).sort((a, b) => a - b);
}
