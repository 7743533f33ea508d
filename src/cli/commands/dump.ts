import { open } from "node:fs/promises";
import type { Command } from "commander";
import { dump } from "../../venue/dump/dump.ts";
import { load } from "../../venue/dump/load.ts";
import { DEFAULT_DATA } from "../config.ts";
import { CliError, EXIT_USAGE } from "../exitCodes.ts";
import { show } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

/** `outcry dump` and `outcry load`: a venue as text, and a new venue made from it. */
export function addDumpCommands(program: Command, terminal: Terminal): void {
  program
    .command("dump")
    .argument("[file]", "where to; stdout without one")
    .option("--data <dir>", "data directory; a venue may run on it", DEFAULT_DATA)
    .description(
      "write a venue as portable text: accounts, keys (sealed), settings, balances, positions, live orders, contracts",
    )
    .action((file: string | undefined, { data }: { readonly data: string }) => dumpTo(file, data, terminal));
  program
    .command("load")
    .argument("<file>", "a dump")
    .option("--data <dir>", "data directory to make; it must be absent or without a market", DEFAULT_DATA)
    .option("--json", "print JSON")
    .description("make a new venue of a dump; its master.key goes beside it")
    .action(async (file: string, { data, json }: { readonly data: string; readonly json?: boolean }) => {
      show(terminal, json === true, await load(data, await linesOf(file)));
    });
}

async function linesOf(file: string): Promise<readonly string[]> {
  const handle = await open(file).catch(wrongFile(file, "read"));
  const lines: string[] = [];
  for await (const line of handle.readLines({ encoding: "utf8" })) lines.push(line);
  return lines;
}

/** An error for a file that the command line names and that cannot be used. */
function wrongFile(file: string, what: string): (cause: NodeJS.ErrnoException) => never {
  return (cause) => {
    throw new CliError(`${file} cannot be ${what} (${cause.code})`, { exitCode: EXIT_USAGE, cause });
  };
}

async function dumpTo(file: string | undefined, data: string, terminal: Terminal): Promise<void> {
  const lines = await dump(data);
  if (file === undefined) {
    for (const line of lines) terminal.out(`${line}\n`);
    return;
  }
  const handle = await open(file, "w", 0o600).catch(wrongFile(file, "written"));
  try {
    for (const line of lines) await handle.write(`${line}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
