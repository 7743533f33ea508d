import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { CliError, EXIT_FAILED } from "../exitCodes.ts";
import { packageRoot } from "../packageRoot.ts";

/** `outcry bench`: the repository's benchmarks; the installed package does not carry them. */
export function addBench(program: Command): void {
  program
    .command("bench")
    .argument("[args...]", "handed on")
    .allowUnknownOption()
    .helpOption(false)
    .description("run the benchmarks of the repository")
    .action(bench);
}

async function bench(args: readonly string[]): Promise<void> {
  const main = join(packageRoot(), "dist/bench/main.js");
  if (!existsSync(main)) {
    throw new CliError(
      `the benchmarks are part of the repository, not of the installed package; in the repository, "npm run bench" builds and runs them`,
      { exitCode: EXIT_FAILED },
    );
  }
  const child = spawn(process.execPath, [main, ...args], { stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new CliError("the benchmarks failed", { exitCode: code ?? EXIT_FAILED });
}
