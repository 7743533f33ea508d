import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { moveIntoCluster } from "../../../assembly/venue/clusterMove.ts";
import { dump, dumpShared } from "../../../assembly/venue/dump/dump.ts";
import type { LoadReport } from "../../../assembly/venue/dump/load.ts";
import { load } from "../../../assembly/venue/dump/load.ts";
import { DumpError } from "../../../assembly/venue/dump/text.ts";
import { OtherMasterKeyError } from "../../../assembly/venue/firstStart.ts";
import { checkedUrl, clusterOption, clusterSingleOption } from "../clusterFlag.ts";
import { DEFAULT_DATA, masterKey } from "../config.ts";
import { CliError, EXIT_USAGE, usage } from "../exitCodes.ts";
import { Progress } from "../show/progress.ts";
import { show } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";
import { damageReporter } from "./clusterLog.ts";

/** `outcry dump` and `outcry load`: a venue as text, and a new venue made from it. */
export function addDumpCommands(program: Command, terminal: Terminal): void {
  program
    .command("dump")
    .argument("[file]", "where to; stdout without one")
    .option("--data <dir>", "data directory; a venue may run on it", DEFAULT_DATA)
    .addOption(clusterOption())
    .description(
      "write a venue as portable text: accounts, keys (encrypted), settings, balances, positions, live orders, contracts",
    )
    .action(async (file: string | undefined, { data, cluster: url }: DumpOptions) => {
      const progress = new Progress(terminal);
      const onProgress = (step: string, share: number) => progress.update(step, share);
      const lines =
        url === undefined
          ? dump(data, onProgress)
          : dumpShared(checkedUrl(url), onProgress, damageReporter(terminal));
      await writeTo(file, await lines.finally(() => progress.end()), terminal);
    });
  program
    .command("load")
    .argument("<file>", "a dump")
    .option("--data <dir>", "data directory to make; it must be absent or without a market", DEFAULT_DATA)
    .addOption(clusterOption())
    .addOption(clusterSingleOption())
    .option("--json", "print JSON")
    .description("make a new venue of a dump; its master.key goes beside it")
    .action(async (file: string, options: LoadOptions) => {
      const lines = await linesOf(file);
      const { data, cluster: url } = options;
      const loading = url === undefined ? load(data, lines) : loadIntoCluster(url, lines, options, terminal);
      const report = await loading.catch((error: unknown) => {
        if (!(error instanceof DumpError)) throw error;
        const message = `${file} cannot be loaded: ${error.message}`;
        throw new CliError(message, { exitCode: EXIT_USAGE, cause: error });
      });
      show(terminal, options.json === true, report);
      for (const field of report.left)
        terminal.err(`${field} was left: it is no setting of this build, whose market sets its own\n`);
    });
}

interface DumpOptions {
  readonly data: string;
  readonly cluster?: string | true;
}

interface LoadOptions extends DumpOptions {
  readonly clusterSingle?: boolean;
  readonly json?: boolean;
}

/** Loads a dump into a cluster, by way of a venue of its own, which is gone afterwards. */
async function loadIntoCluster(
  cluster: string | true,
  lines: readonly string[],
  { clusterSingle }: LoadOptions,
  terminal: Terminal,
): Promise<LoadReport> {
  const key = masterKey();
  if (key === undefined)
    throw usage(
      "load --cluster needs the master key that the nodes have, which opens the dumped keys: OUTCRY_MASTER_KEY",
    );
  const url = checkedUrl(cluster);
  const data = await mkdtemp(join(tmpdir(), "outcry-load-")).catch((cause: NodeJS.ErrnoException) => {
    throw usage(
      `TMPDIR: the dump is made a venue in a folder of its own first, and ${tmpdir()} cannot have one (${cause.code}): name another place`,
    );
  });
  const progress = new Progress(terminal);
  try {
    const report = await load(data, lines);
    await moveIntoCluster({
      data,
      url,
      single: clusterSingle === true,
      masterKey: key,
      onProgress: (step, share) => progress.update(step, share),
    });
    return { ...report, data: "the cluster" };
  } catch (error) {
    if (!(error instanceof OtherMasterKeyError)) throw error;
    throw usage(
      `OUTCRY_MASTER_KEY is not the key that encrypted ${error.what} in the dump: give the master key of the venue that was dumped`,
    );
  } finally {
    progress.end();
    await rm(data, { recursive: true });
  }
}

async function linesOf(file: string): Promise<readonly string[]> {
  const handle = await open(file).catch(wrongFile(file, "read"));
  const lines: string[] = [];
  try {
    for await (const line of handle.readLines({ encoding: "utf8" })) lines.push(line);
  } catch (error) {
    wrongFile(file, "read")(error as NodeJS.ErrnoException); // a directory can be opened
  }
  return lines;
}

/** An error for a file that the command line names and that cannot be used. */
function wrongFile(file: string, what: string): (cause: NodeJS.ErrnoException) => never {
  return (cause) => {
    throw new CliError(`${file} cannot be ${what} (${cause.code})`, { exitCode: EXIT_USAGE, cause });
  };
}

async function writeTo(file: string | undefined, lines: Iterable<string>, terminal: Terminal): Promise<void> {
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
