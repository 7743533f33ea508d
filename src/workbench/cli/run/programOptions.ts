import { readFileSync } from "node:fs";
import { extname, resolve } from "node:path";
import { parseEnv } from "node:util";
import type { Command } from "commander";
import { Option } from "commander";
import type { AccountSpec } from "../../../assembly/venue/index.ts";
import type { Guarding, PositionMode, ProgramTime, RunOptions } from "../../run/index.ts";
import {
  assumedMode,
  checkAssignment,
  checkHost,
  guardingHere,
  openProgramTime,
  PLACEHOLDERS,
  RUN_SPEED_MAX,
} from "../../run/index.ts";
import { collect } from "../arguments.ts";
import type { UserPlace } from "../config.ts";
import { userPlace } from "../config.ts";
import { CliError, EXIT_USAGE, usage } from "../exitCodes.ts";
import { checkOutputFile } from "../outputFile.ts";

/** Options of the commands that run a user's program: `run`, `exam`. */
export interface ProgramOptions {
  readonly cwd?: string;
  readonly standIn?: readonly string[];
  readonly env?: readonly string[];
  readonly keyEnv?: string;
  readonly keyFile?: string;
  readonly caFile?: readonly string[];
  readonly positionMode?: PositionMode;
  readonly wire: string;
  readonly unguarded?: boolean;
  readonly report?: readonly string[];
}

/** The variables by which bots find a venue: those that `outcry env` prints. */
const USUAL_VARIABLES = [
  "OUTCRY_BASE_URL={baseUrl}",
  "OUTCRY_WS_URL={wsUrl}",
  "OUTCRY_API_KEY={apiKey}",
  "OUTCRY_API_SECRET={secret}",
  "OUTCRY_API_PASSPHRASE={passphrase}",
];

/** Adds the program itself and the options about how it is run. */
export function addProgramOptions(command: Command, argument = "<command...>"): Command {
  return command
    .argument(argument, "the program and its words, after `--`")
    .addOption(
      new Option(
        "--cwd <folder>",
        "where it is run, and whence files are named (default: where this is called)",
      ),
    )
    .addOption(
      new Option("--stand-in <host>", "host whose REST and sockets reach the venue; repeatable").argParser(
        collect,
      ),
    )
    .addOption(
      new Option(
        "--env <name=text>",
        `variable of the program, with ${PLACEHOLDERS.map((each) => `{${each}}`).join(", ")} of the venue and its first account; repeatable`,
      ).argParser(collect),
    )
    .addOption(
      new Option(
        "--key-env <key,secret,passphrase>",
        "names of the variables that hold the program's own key: the venue takes it",
      ),
    )
    .addOption(
      new Option(
        "--key-file <file>",
        "file in the form of .env where the names of --key-env are looked for first",
      ),
    )
    .addOption(
      new Option(
        "--ca-file <file>",
        "file of certificates that the program reads whatever its environment says: it sees the venue's certificate there; repeatable",
      ).argParser(collect),
    )
    .addOption(
      new Option(
        "--position-mode <mode>",
        "whether its account holds a leg each way, or one net position a contract (default: what the dialect of its hosts assumes)",
      ).choices(["hedge", "one-way"]),
    )
    .addOption(new Option("--wire <profile>", "wire profile, as of serve").default("seed"))
    .addOption(
      new Option(
        "--unguarded",
        "run where the system gives no namespaces; what that does not prevent is said",
      ),
    );
}

/** How a program is run, and where its reports go. */
export type ProgramSettings = Pick<RunOptions, "assignments" | "hosts" | "bundles" | "given" | "guarding"> & {
  readonly files: readonly string[];
  /** The program's own key, where it has one. */
  readonly account: AccountSpec | undefined;
  /** The mode in which its account is opened. */
  readonly positionMode: PositionMode;
};

/** Printed for an account in one-way mode, which a program made for hedge mode does not expect. */
export const ONE_WAY_TEXT =
  "The program's account holds one net position a contract; --position-mode hedge lets it hold a leg each way.\n";

/**
 * Checks the options before anything is started, and goes to the program's folder.
 *
 * @param reports the allowed endings of reports' names
 * @throws CliError naming the option, the value and the rule
 */
export function programSettings(options: ProgramOptions, reports: readonly string[]): ProgramSettings {
  const checked = checkedProgram(options, reports);
  const given = enterFolder(options);
  for (const file of checked.files) checkOutputFile("--report", file);
  for (const file of options.caFile ?? []) checkCaFile(file);
  const account = ownAccount(options, given);
  return {
    ...checked,
    bundles: options.caFile ?? [],
    given,
    account,
    positionMode: options.positionMode ?? assumedMode(checked.hosts),
    guarding: guardingOf(options.unguarded === true),
  };
}

/**
 * Faster time for the program: checked, and tried with its interpreter. The caller closes it.
 *
 * @param speed as in `--speed`
 * @throws CliError naming the value and the rule, or why it does not work here
 */
export function fasterTime(
  speed: string,
  command: readonly string[],
  given: ProgramSettings["given"],
): { readonly time: ProgramTime; readonly speed: number } {
  const times = Number(speed);
  if (!(times > 0 && times <= RUN_SPEED_MAX))
    throw usage(`--speed must be a number above 0 and at most ${RUN_SPEED_MAX}, got '${speed}'`);
  try {
    return { time: openProgramTime(command, given, times), speed: times };
  } catch (error) {
    throw error instanceof RangeError ? usage(error.message) : error;
  }
}

function checkedProgram(
  { env = [], standIn = [], report = [], caFile = [], unguarded }: ProgramOptions,
  reports: readonly string[],
) {
  const forOption = <T>(option: string, check: () => T): T => {
    try {
      return check();
    } catch (error) {
      throw usage(`${option} ${(error as Error).message}`);
    }
  };
  for (const assignment of env) forOption("--env", () => checkAssignment(assignment));
  const wrong = report.find((file) => !reports.includes(extname(file)));
  if (wrong !== undefined)
    throw usage(`--report must be a file named ${reports.join(" or ")}, got '${wrong}'`);
  if (unguarded === true && caFile.length > 0)
    throw usage("--ca-file needs namespaces: it is nothing of an --unguarded run's");
  return {
    assignments: [...USUAL_VARIABLES, ...env],
    hosts: [...new Set(standIn.map((host) => forOption("--stand-in", () => checkHost(host))))],
    files: report,
  };
}

/**
 * Goes to the folder in which the program runs: relative paths on the command line are looked up there, too.
 *
 * @returns the environment that the program is given
 */
function enterFolder({ cwd }: ProgramOptions): UserPlace["environment"] {
  const { folder, environment } = userPlace();
  const wanted = resolve(folder, cwd ?? ".");
  try {
    if (wanted !== process.cwd()) process.chdir(wanted);
  } catch (error) {
    throw usage(`--cwd ${wanted} cannot be entered (${(error as NodeJS.ErrnoException).code})`);
  }
  return environment;
}

/** The account for the program's own key, if it has one. */
function ownAccount(
  { keyEnv: names, keyFile: file }: ProgramOptions,
  given: Readonly<Record<string, string | undefined>>,
): AccountSpec | undefined {
  if (names === undefined) return undefined;
  const variables = { ...given, ...(file !== undefined && readKeyFile(file)) };
  const words = names.split(",");
  if (words.length !== 3)
    throw usage(`--key-env must be three names, such as API_KEY,API_SECRET,API_PASSPHRASE, got '${names}'`);
  const [apiKey, secret, passphrase] = words.map((name) => {
    const value = variables[name];
    if (!value)
      throw usage(`--key-env: ${name} is not set${file === undefined ? "" : `, in ${file} either`}`);
    return value;
  });
  return { name: "demo-1", apiKey: apiKey!, secret: secret!, passphrase: passphrase! };
}

/** A file that is not there hides none: the program would read another, and trust no certificate of ours. */
function checkCaFile(file: string): void {
  try {
    readFileSync(file);
  } catch (error) {
    throw usage(`--ca-file ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function readKeyFile(file: string): Readonly<Record<string, string | undefined>> {
  try {
    return parseEnv(readFileSync(file, "utf8"));
  } catch (error) {
    throw usage(`--key-file ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** How the program is guarded. @throws CliError where nothing of that kind works here */
function guardingOf(isUnguarded: boolean): Guarding {
  const guarding = guardingHere(isUnguarded);
  if (typeof guarding !== "string" || guarding === "unguarded") return guarding as Guarding;
  throw new CliError(`${guarding}. Or take --unguarded, under which the program can reach the internet`, {
    exitCode: EXIT_USAGE,
  });
}
