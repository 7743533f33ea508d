import type { Scenario } from "../../movers/feeds/index.ts";
import { readScenario } from "../../movers/feeds/index.ts";
import { usage } from "./exitCodes.ts";

/** Reads the scenario that `--market` names. @throws CliError for a file that cannot be read */
export async function readScenarioFile(file: string): Promise<Scenario> {
  try {
    return await readScenario(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw usage(`--market must be a scenario file; ${file} cannot be read (${code})`);
  }
}
