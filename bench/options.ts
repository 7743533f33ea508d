import { Command, CommanderError, InvalidArgumentError } from "commander";

/** What a run of the benchmarks was asked for. */
export interface BenchOptions {
  /** Names of rows; one that ends in a dash means all that begin with it. */
  readonly rows: readonly string[];
  readonly quick: boolean;
  readonly flows: boolean;
  readonly seed: number;
  /** Orders in the store of `history-scale`. */
  readonly orders: number;
  /** File of outcomes. */
  readonly results: string;
}

/** With fewer orders than this, `history-scale` says nothing. */
const ORDERS_MIN = 100_000;

/**
 * Reads the command line of the benchmarks. What is wrong with it, or its help, is written, and the process
 * ends: with 2, or 0.
 *
 * @param rowIds the rows there are
 */
export function readOptions(args: readonly string[], rowIds: readonly string[]): BenchOptions {
  const command = new Command("npm run bench --")
    .description("measures the venue against its peers, row by row, and merges the outcomes into a file")
    .argument("[rows...]", "only these; a name that ends in a dash means all that begin with it")
    .option("--quick", "a short run of each, which is not recorded", false)
    .option("--seed <n>", "what the load is drawn from", wholeNumberFrom(0), 1)
    .option("--orders <n>", "size of history-scale", wholeNumberFrom(ORDERS_MIN), 10_000_000)
    .option("--results <file>", "where outcomes are merged", "bench/results.json")
    .option("--flows", "run nothing: show what the load profiles turn out to be", false)
    .showHelpAfterError("(--help shows what it takes)")
    .addHelpText("after", `\nRows: ${rowIds.join(", ")}.`)
    .exitOverride();
  try {
    command.parse(args, { from: "user" });
    const rows = command.processedArgs[0] as readonly string[];
    const unknown = rows.filter((name) => !rowIds.some((id) => isNamed(id, name)));
    if (unknown.length > 0) command.error(`error: there is no row ${unknown.join(", ")}`);
    return { ...command.opts<Omit<BenchOptions, "rows">>(), rows };
  } catch (error) {
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
    throw error;
  }
}

/** Whether a name of the command line means a row. */
export function isNamed(id: string, name: string): boolean {
  return name.endsWith("-") ? id.startsWith(name) : id === name;
}

function wholeNumberFrom(min: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!Number.isSafeInteger(value) || value < min)
      throw new InvalidArgumentError(`It must be a whole number of at least ${min}.`);
    return value;
  };
}
