import { readFileSync, writeFileSync } from "node:fs";
import { parseEnv } from "node:util";
import type { Command } from "commander";
import { Option } from "commander";
import { FastClock } from "../../host/fastClock.ts";
import { systemClock } from "../../host/systemClock.ts";
import type { Guarding, RunOptions, RunReport } from "../../run/index.ts";
import {
  checkAssignment,
  checkHost,
  guardingHere,
  openProgramTime,
  PLACEHOLDERS,
  RUN_SPEED_MAX,
  reportHtml,
  runOn,
  UNGUARDED_WARNING,
} from "../../run/index.ts";
import type { AccountSpec, Venue } from "../../venue/index.ts";
import { startVenue } from "../../venue/index.ts";
import { collect } from "../assignments.ts";
import { environment } from "../config.ts";
import { CliError, EXIT_FAILED, EXIT_USAGE, ProgramEnded, usage } from "../exitCodes.ts";
import { reportText } from "../run/reportText.ts";
import { marketText } from "../serve/banner.ts";
import type { ServeOptions } from "../serve/options.ts";
import { venueOptions } from "../serve/options.ts";
import { checkPort } from "../serve/portCheck.ts";
import { Progress } from "../show/progress.ts";
import { paint } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

interface RunCommandOptions
  extends Pick<
    ServeOptions,
    "port" | "limits" | "wire" | "market" | "seed" | "price" | "balance" | "prehistory" | "clock"
  > {
  readonly standIn?: readonly string[];
  readonly env?: readonly string[];
  readonly keyEnv?: string;
  readonly envFile?: string;
  readonly caFile?: readonly string[];
  readonly unguarded?: boolean;
  readonly report?: readonly string[];
  readonly speed?: string;
  readonly from?: string;
}

/** The certificates of a run write years with two digits, and 32-bit times end in 2038. */
const EARLIEST_MS = Date.UTC(2000, 0);
const LATEST_MS = Date.UTC(2037, 0);

/** Settings that a run does not ask for: the defaults of `serve`. */
const SERVE_DEFAULTS = {
  host: "127.0.0.1",
  data: "memory",
  keepJournal: "all",
  downtime: "skip",
  backgroundAudit: false,
  requests: "all",
  keyDelay: "0",
  log: "off",
} as const satisfies Partial<ServeOptions>;

/** `outcry run`: runs an unchanged program against a venue of its own, and reports at the end. */
export function addRun(program: Command, terminal: Terminal): void {
  program
    .command("run")
    .argument("<command...>", "the program and its words, after `--`")
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
    .addOption(new Option("--env-file <file>", "where the names of --key-env are looked for first"))
    .addOption(
      new Option(
        "--ca-file <file>",
        "file of certificates that the program reads whatever its environment says: it sees the venue's certificate there; repeatable",
      ).argParser(collect),
    )
    .addOption(
      new Option(
        "--unguarded",
        "run where the system gives no namespaces; what that does not prevent is said",
      ),
    )
    .addOption(
      new Option("--report <file>", "write the report to a .json or .html file, too; repeatable").argParser(
        collect,
      ),
    )
    .addOption(
      new Option(
        "--speed <n>",
        `let the program's time, and the venue's, pass so many times as fast; at most ${RUN_SPEED_MAX} (needs libfaketime)`,
      ),
    )
    .addOption(new Option("--from <date>", "the date at which that begins (default: now)"))
    .addOption(new Option("--port <n>", "port of the venue and its page; 0 takes a free one").default("0"))
    .addOption(new Option("--limits <profile>", "seed, published, off, or a file").default("seed"))
    .addOption(new Option("--wire <profile>", "wire profile, as of serve").default("seed"))
    .addOption(
      new Option(
        "--market <market>",
        "simulated, empty, follow=EXCHANGE, replay=FOLDER, or a scenario file",
      ).default("simulated"),
    )
    .addOption(
      new Option("--seed <n>", "what everything random is drawn from (default: the scenario's, or 1)"),
    )
    .addOption(new Option("--price <coin=price>", "index price at the start; repeatable").argParser(collect))
    .addOption(new Option("--balance <usdt>", "deposit of each account (default: 100000)"))
    .addOption(
      new Option(
        "--prehistory <n>",
        "candles of each series before the start (default: the scenario's, or 1000)",
      ),
    )
    .addOption(
      new Option(
        "--clock <clock>",
        "wall, test, frozen, or a time to freeze at (default: the scenario's, or wall)",
      ),
    )
    .description("run a program as it is against a venue of its own, with no other network, and report")
    .action((command: readonly string[], options: RunCommandOptions) => run(command, options, terminal));
}

async function run(
  command: readonly string[],
  options: RunCommandOptions,
  terminal: Terminal,
): Promise<void> {
  const { assignments, hosts, files } = checked(options);
  const given = environment();
  const accounts =
    options.keyEnv === undefined ? undefined : accountsOf(options.keyEnv, options.envFile, given);
  const guarding = guardingOf(options.unguarded === true);
  const fast = fastOf(options, command, given);
  let report: RunReport;
  let started: Venue | undefined;
  try {
    const { venue, market } = await start(options, { hosts, accounts, clock: fast?.clock }, terminal);
    started = venue;
    announce({ venue, market, hosts, guarding, speed: fast?.speed, terminal });
    const running = await runOn({
      venue: started,
      command,
      hosts,
      guarding,
      assignments,
      bundles: options.caFile ?? [],
      given,
      ...(fast && { fast }),
    });
    const forget = passSignalsOn((signal) => running.kill(signal));
    try {
      report = await running.report;
    } catch (cause) {
      throw new CliError((cause as Error).message, { exitCode: EXIT_FAILED, cause });
    } finally {
      forget();
    }
  } finally {
    await started?.stop();
    fast?.time.close();
  }
  terminal.err(reportText(report, terminal.errIsTty));
  for (const file of files) {
    writeFileSync(file, file.endsWith(".json") ? `${JSON.stringify(report, null, 2)}\n` : reportHtml(report));
  }
  const isBroken = report.moments.some(({ state }) => state === "broken" || state === "refused");
  throw new ProgramEnded(report.exitCode === 0 && isBroken ? EXIT_FAILED : report.exitCode);
}

/** Checks everything about the command line that can be wrong before anything is started. */
function checked({ env = [], standIn = [], report = [], caFile = [], unguarded }: RunCommandOptions) {
  const told = <T>(option: string, check: () => T): T => {
    try {
      return check();
    } catch (error) {
      throw usage(`${option} ${(error as Error).message}`);
    }
  };
  for (const assignment of env) told("--env", () => checkAssignment(assignment));
  const wrong = report.find((file) => !/\.(?:json|html)$/.test(file));
  if (wrong !== undefined) throw usage(`--report must be a file named .json or .html, got '${wrong}'`);
  if (unguarded === true && caFile.length > 0)
    throw usage("--ca-file needs namespaces: it is nothing of an --unguarded run's");
  return {
    assignments: env,
    hosts: [...new Set(standIn.map((host) => told("--stand-in", () => checkHost(host))))],
    files: report,
  };
}

/** The program's own three strings become the key of the first account. */
function accountsOf(
  names: string,
  file: string | undefined,
  given: Readonly<Record<string, string | undefined>>,
): readonly AccountSpec[] {
  const variables = { ...given, ...(file !== undefined && readEnvFile(file)) };
  const words = names.split(",");
  if (words.length !== 3)
    throw usage(`--key-env must be three names, such as API_KEY,API_SECRET,API_PASSPHRASE, got '${names}'`);
  const [apiKey, secret, passphrase] = words.map((name) => {
    const value = variables[name];
    if (!value)
      throw usage(`--key-env: ${name} is not set${file === undefined ? "" : `, in ${file} either`}`);
    return value;
  });
  return [{ name: "demo-1", apiKey: apiKey!, secret: secret!, passphrase: passphrase! }, { name: "demo-2" }];
}

function readEnvFile(file: string): Readonly<Record<string, string | undefined>> {
  try {
    return parseEnv(readFileSync(file, "utf8"));
  } catch (error) {
    throw usage(`--env-file ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function guardingOf(isUnguarded: boolean): Guarding {
  const guarding = guardingHere(isUnguarded);
  if (typeof guarding !== "string" || guarding === "unguarded") return guarding as Guarding;
  throw new CliError(`${guarding}. Or take --unguarded, under which the program can reach the internet`, {
    exitCode: EXIT_USAGE,
  });
}

/** Faster time, where it is asked for: tested, and its clock made. */
function fastOf(
  { speed, from, clock, market }: RunCommandOptions,
  command: readonly string[],
  given: Readonly<Record<string, string | undefined>>,
): RunOptions["fast"] {
  if (speed === undefined) {
    if (from !== undefined) throw usage("--from is where --speed begins, which is not given");
    return undefined;
  }
  const times = Number(speed);
  if (!(times > 0 && times <= RUN_SPEED_MAX))
    throw usage(`--speed must be a number above 0 and at most ${RUN_SPEED_MAX}, got '${speed}'`);
  if (clock !== undefined && clock !== "wall")
    throw usage(`--speed runs the host's clock, which --clock ${clock} does not follow`);
  if (market.startsWith("follow="))
    throw usage(
      "--speed: a followed exchange goes on at its own pace; --market replay=FOLDER plays what was recorded of one",
    );
  if (market.startsWith("replay=") && from === undefined)
    throw usage("--speed with --market replay needs --from, a date that its files hold, such as 2026-01-05");
  const startMs = from === undefined ? systemClock.wallMs() : Date.parse(from);
  if (!(startMs >= EARLIEST_MS && startMs < LATEST_MS))
    throw usage(
      `--from must be a date from 2000 to 2037, such as 2026-01-05 or 2026-01-05T08:00Z, got '${from}'`,
    );
  try {
    return {
      time: openProgramTime(command, given, times),
      clock: new FastClock(systemClock, startMs),
      speed: times,
    };
  } catch (error) {
    throw error instanceof RangeError ? usage(error.message) : error;
  }
}

interface VenueOfRun {
  readonly hosts: readonly string[];
  readonly accounts: readonly AccountSpec[] | undefined;
  /** Given where time passes faster. */
  readonly clock: FastClock | undefined;
}

async function start(
  given: RunCommandOptions,
  { hosts: hostNames, accounts, clock }: VenueOfRun,
  terminal: Terminal,
): Promise<{ readonly venue: Venue; readonly market: string }> {
  const { from: _, speed: __, ...asked } = given; // `serve` has other options of these names
  const inTime = clock === undefined ? asked : { ...asked, clock: "wall" };
  const { accounts: demo, ...options } = await venueOptions({ ...SERVE_DEFAULTS, ...inTime });
  await checkPort(options.host!, options.port!);
  const progress = new Progress(terminal);
  try {
    const venue = await startVenue({
      ...options,
      accounts: accounts ?? demo ?? [],
      hostNames,
      ...(clock !== undefined && { hostClock: clock }),
      onHalt: (reason) => terminal.err(`the venue halted: ${reason.message}\n`),
      onProgress: (step, share) => progress.update(step, share),
    });
    return { venue, market: marketText(options) };
  } finally {
    progress.end();
  }
}

interface Announcement {
  readonly venue: Venue;
  /** Where its prices come from. */
  readonly market: string;
  readonly hosts: readonly string[];
  readonly guarding: Guarding;
  readonly speed: number | undefined;
  readonly terminal: Terminal;
}

function announce({ venue, market, hosts, guarding, speed, terminal }: Announcement): void {
  const isGuarded = guarding !== "unguarded";
  const stands = hosts.length === 0 ? "" : `, and to the program ${hosts.join(", ")}`;
  terminal.err(`The venue is ${venue.baseUrl}/${stands}.\nMarket: ${market}.\n`);
  if (speed !== undefined)
    terminal.err(
      `Time passes ${speed} times as fast, for the venue and the program, from ${new Date(venue.engine.now()).toISOString()}.\n`,
    );
  terminal.err(
    isGuarded
      ? "The program has no other network.\n\n"
      : `${paint("yellow", UNGUARDED_WARNING, terminal.errIsTty)}\n\n`,
  );
}

const PASSED_ON = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Passes signals on to the program, which decides what they mean; the run ends when it does. Returns how to stop. */
function passSignalsOn(kill: (signal: NodeJS.Signals) => void): () => void {
  const pass = (signal: NodeJS.Signals): void => {
    // On a terminal the program gets the signal from the terminal itself.
    if (signal !== "SIGINT" || process.stdin.isTTY !== true) kill(signal);
  };
  for (const signal of PASSED_ON) process.on(signal, pass);
  return () => {
    for (const signal of PASSED_ON) process.off(signal, pass);
  };
}
