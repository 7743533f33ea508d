import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { packageRoot } from "../../../kernel/host/packageFiles.ts";
import { CliError, EXIT_FAILED, EXIT_USAGE, usage } from "../exitCodes.ts";

/** `outcry bench`: the repository's benchmarks, which are not in the installed package. */
export function addBench(program: Command): void {
  program
    .command("bench")
    .argument("[rows...]", "only these; a name that ends in a dash means all that begin with it")
    .option("--quick", "a short run of each, which is not recorded")
    .option("--seed <n>", "what the load is drawn from (default: 1)")
    .option("--orders <n>", "size of history-scale (default: 10000000)")
    .option("--results <file>", "where outcomes are merged (default: bench/results.json)")
    .option("--flows", "run nothing: show what the load profiles turn out to be")
    .description("run the benchmarks of the repository")
    .action((rows: readonly string[], options: BenchOptions) => bench([...rows, ...words(options)]));
}

type BenchOptions = Readonly<Record<string, string | boolean>>;

/** The options as words again, in the form in which the benchmarks read them. */
function words(options: BenchOptions): readonly string[] {
  return Object.entries(options).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : [`--${name}`, `${value}`],
  );
}

async function bench(args: readonly string[]): Promise<void> {
  const root = packageRoot();
  const main = root && join(root, "bench/main.ts");
  if (main === undefined || !existsSync(main)) {
    throw new CliError(
      `the benchmarks are part of the repository, not of the installed package; in the repository, "npm run bench" builds and runs them`,
      { exitCode: EXIT_FAILED },
    );
  }
  const child = spawn(process.execPath, [main, ...args], { stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code === EXIT_USAGE) throw usage("the benchmarks did not take the command line, as they say above");
  if (code !== 0) throw new CliError("the benchmarks failed", { exitCode: code ?? EXIT_FAILED });
}
