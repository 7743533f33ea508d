import type { Command } from "commander";
import { Option } from "commander";
import type { AccountSpec, Venue } from "../../../assembly/venue/index.ts";
import { startVenue } from "../../../assembly/venue/index.ts";
import { systemClock } from "../../../kernel/host/clock.ts";
import { FastClock } from "../../../kernel/host/fastClock.ts";
import { readInstant } from "../../../kernel/host/instant.ts";
import type { Guarding, PositionMode, RunOptions, RunReport } from "../../run/index.ts";
import { RUN_SPEED_MAX, reportHtml, runOn, UNGUARDED_WARNING } from "../../run/index.ts";
import { collect } from "../arguments.ts";
import { EXIT_FAILED, ProgramEnded, usage } from "../exitCodes.ts";
import { writeOutputFiles } from "../outputFile.ts";
import type { ProgramOptions } from "../run/programOptions.ts";
import { addProgramOptions, fasterTime, ONE_WAY_TEXT, programSettings } from "../run/programOptions.ts";
import { reportText } from "../run/reportText.ts";
import { marketText } from "../serve/banner.ts";
import type { ServeOptions } from "../serve/options.ts";
import { dialectsOption, venueOptions } from "../serve/options.ts";
import { checkPort } from "../serve/portCheck.ts";
import { onSignals } from "../serve/signals.ts";
import { Progress } from "../show/progress.ts";
import { paint } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

interface RunCommandOptions
  extends ProgramOptions,
    Pick<
      ServeOptions,
      | "port"
      | "limits"
      | "wire"
      | "dialects"
      | "market"
      | "seed"
      | "price"
      | "balance"
      | "prehistory"
      | "clock"
    > {
  readonly speed?: string;
  readonly from?: string;
}

/**
 * The earliest and latest `--from`: the certificates of a run have years of two digits, and 32-bit times end
 * in 2038.
 */
const EARLIEST_MS = Date.UTC(2000, 0);
const LATEST_MS = Date.UTC(2037, 0);

/** The market's seed, so that two runs see the same market. */
const SEED = 1;

/** Settings for which a run has no options: the defaults of `serve`. */
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
  addProgramOptions(program.command("run"))
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
    .addOption(dialectsOption())
    .addOption(
      new Option(
        "--market <market>",
        "simulated, empty, follow=EXCHANGE, replay=FOLDER, or a scenario file",
      ).default("simulated"),
    )
    .addOption(
      new Option("--seed <n>", `what everything random is drawn from (default: the scenario's, or ${SEED})`),
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
  const { files, account, positionMode, ...settings } = programSettings(options, [".json", ".html"]);
  const { hosts, guarding, given } = settings;
  const accounts = account && [account, { name: "demo-2" }];
  const fast = fastOf(options, command, given);
  let report: RunReport;
  let started: Venue | undefined;
  try {
    const { venue, market } = await start(
      options,
      { hosts, accounts, positionMode, clock: fast?.clock },
      terminal,
    );
    started = venue;
    announce({ venue, market, hosts, guarding, positionMode, speed: fast?.speed, terminal });
    const running = await runOn({ ...settings, venue: started, command, ...(fast && { fast }) });
    const forget = passSignalsOn((signal) => running.kill(signal));
    try {
      report = await running.report;
    } finally {
      forget();
    }
  } finally {
    await started?.stop();
    fast?.time.close();
  }
  terminal.err(reportText(report, terminal.errIsTty));
  writeOutputFiles("--report", files, (file) =>
    file.endsWith(".json") ? `${JSON.stringify(report, null, 2)}\n` : reportHtml(report),
  );
  const isBroken = report.moments.some(({ state }) => state === "broken" || state === "refused");
  throw new ProgramEnded(report.exitCode === 0 && isBroken ? EXIT_FAILED : report.exitCode);
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
  if (clock !== undefined && clock !== "wall")
    throw usage(`--speed runs the host's clock, which --clock ${clock} does not follow`);
  if (market.startsWith("follow="))
    throw usage(
      "--speed: a followed exchange goes on at its own pace; --market replay=FOLDER plays what was recorded of one",
    );
  if (market.startsWith("replay=") && from === undefined)
    throw usage("--speed with --market replay needs --from, a date that its files hold, such as 2026-01-05");
  const startMs = from === undefined ? systemClock.wallMs() : readInstant(from);
  if (!(startMs !== undefined && startMs >= EARLIEST_MS && startMs < LATEST_MS))
    throw usage(
      `--from must be a date from 2000 to 2037, such as 2026-01-05 or 2026-01-05T08:00Z, got '${from}'`,
    );
  return { ...fasterTime(speed, command, given), clock: new FastClock(systemClock, startMs) };
}

interface VenueOfRun {
  readonly hosts: readonly string[];
  readonly accounts: readonly AccountSpec[] | undefined;
  /** The position mode of the first account, which is the program's. */
  readonly positionMode: PositionMode;
  /** The venue's clock; given where time passes faster. */
  readonly clock: FastClock | undefined;
}

async function start(
  given: RunCommandOptions,
  { hosts: hostNames, accounts, positionMode, clock }: VenueOfRun,
  terminal: Terminal,
): Promise<{ readonly venue: Venue; readonly market: string }> {
  const { from: _, speed: __, ...asked } = given; // `serve` has other options of these names
  const inTime = clock === undefined ? asked : { ...asked, clock: "wall" };
  const { accounts: demo = [], ...options } = await venueOptions({ ...SERVE_DEFAULTS, ...inTime }, SEED);
  await checkPort(options.host!, options.port!);
  const [first, ...others] = accounts ?? demo;
  const progress = new Progress(terminal);
  try {
    const venue = await startVenue({
      ...options,
      accounts: [{ ...first!, positionMode }, ...others],
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
  /** Where the venue's prices come from. */
  readonly market: string;
  readonly hosts: readonly string[];
  readonly guarding: Guarding;
  readonly positionMode: PositionMode;
  readonly speed: number | undefined;
  readonly terminal: Terminal;
}

function announce(announcement: Announcement): void {
  const { venue, market, hosts, guarding, positionMode, speed, terminal } = announcement;
  const isGuarded = guarding !== "unguarded";
  const stands = hosts.length === 0 ? "" : `, and to the program ${hosts.join(", ")}`;
  terminal.err(`The venue is ${venue.baseUrl}/${stands}.\nMarket: ${market}.\n`);
  if (speed !== undefined)
    terminal.err(
      `Time passes ${speed} times as fast, for the venue and the program, from ${new Date(venue.engine.now()).toISOString()}.\n`,
    );
  if (positionMode === "one-way") terminal.err(ONE_WAY_TEXT);
  terminal.err(
    isGuarded
      ? "The program has no other network.\n\n"
      : `${paint("yellow", UNGUARDED_WARNING, terminal.errIsTty)}\n\n`,
  );
}

const PASSED_ON = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Passes signals on to the program, which decides what they mean; the run ends when it does. Returns a
 * function that stops passing them on.
 */
function passSignalsOn(kill: (signal: NodeJS.Signals) => void): () => void {
  return onSignals(PASSED_ON, (signal) => {
    // On a terminal, the program gets a SIGINT from the terminal itself.
    if (signal !== "SIGINT" || process.stdin.isTTY !== true) kill(signal);
  });
}
