import { closeSync, openSync, rmSync, writeFileSync } from "node:fs";
import { isThere } from "../../kernel/host/systemErrors.ts";
import { CliError, EXIT_FAILED, usage } from "./exitCodes.ts";

/**
 * Makes sure, before the work whose result goes there, that a file can be written. What it holds stays.
 *
 * @param option the option that named it, for messages: "--report"
 * @throws CliError naming it
 */
export function checkOutputFile(option: string, path: string): void {
  const isNew = !isThere(path);
  try {
    closeSync(openSync(path, "a"));
    if (isNew) rmSync(path);
  } catch (error) {
    throw usage(`${option} ${path} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Writes files that were checked. @throws CliError naming those that could not be, once all were tried */
export function writeOutputFiles(
  option: string,
  files: readonly string[],
  text: (file: string) => string,
): void {
  const problems = files.flatMap((file) => {
    try {
      writeFileSync(file, text(file));
      return [];
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      return [`${option} ${file} was not written (${code})`];
    }
  });
  if (problems.length > 0) throw new CliError(problems.join("; "), { exitCode: EXIT_FAILED });
}
