import { join } from "node:path";
import type { Command } from "commander";
import { Option } from "commander";
import { CREDENTIALS_FILE } from "../../../assembly/venue/credentials.ts";
import type { ReplayVenue } from "../../../assembly/venue/replay/startReplay.ts";
import { startReplay } from "../../../assembly/venue/replay/startReplay.ts";
import * as operations from "../../../interface/wire/control/operations/replay.ts";
import { SPEED_MAX } from "../../../kernel/engine/index.ts";
import { momentOf } from "../arguments.ts";
import { commandName, DEFAULT_DATA, DEFAULT_PORT, masterKey, socketPaths } from "../config.ts";
import { CliError, EXIT_FAILED, usage } from "../exitCodes.ts";
import { dataError } from "../offline.ts";
import { operationCommand } from "../operationCommand.ts";
import type { LogForm } from "../serve/log.ts";
import { openLog } from "../serve/log.ts";
import { checkPort, listenError } from "../serve/portCheck.ts";
import { onParentGone, onStopSignal } from "../serve/signals.ts";
import { StopLimit } from "../serve/stopLimit.ts";
import { Progress } from "../show/progress.ts";
import { paint } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

/** How often the bar of market time is drawn, ms. */
const LOOK_MS = 250;

interface ReplayCliOptions {
  readonly from?: string;
  readonly speed: string;
  readonly paused?: boolean;
  readonly port: string;
  readonly host: string;
  readonly controlPort?: string;
  readonly readyJson?: boolean;
  readonly exitWithParent?: boolean;
  readonly log: LogForm;
}

/**
 * `outcry replay`: a read-only venue that shows the past of another one; `outcry playback`: commands for it.
 */
export function addReplayCommands(program: Command, terminal: Terminal): void {
  program
    .command("replay")
    .argument("[directory]", "data directory of a venue, running or not, or a backup", DEFAULT_DATA)
    .option(
      "--from <moment>",
      "a command's number, or a moment such as 2026-01-31T12:00:00Z (default: the beginning of the journal)",
    )
    .addOption(
      new Option(
        "--speed <speed>",
        "milliseconds of market time in one of the host, above 0; or max",
      ).default("1"),
    )
    .option("--paused", "let it stand until it is played")
    .addOption(new Option("--port <n>", "port to listen on; 0 takes a free one").default(DEFAULT_PORT))
    .addOption(new Option("--host <address>", "address to listen on").default("127.0.0.1"))
    .option("--control-port <n>", "loopback port for control and metrics alone")
    .option("--ready-json", "print addresses and token as one line of JSON when it is ready")
    .option("--exit-with-parent", "stop when standard input ends")
    .addOption(new Option("--log <form>", "log on stderr").choices(["pretty", "json", "off"]).default("off"))
    .description(
      "replay a journal in a read-only venue with REST, sockets, control and page, until SIGTERM, SIGINT or `outcry stop`",
    )
    .action((directory: string, options: ReplayCliOptions) => replay(directory, options, terminal));

  const playback = program
    .command("playback")
    .description("a replay that runs, named by --url and --token: show, play, pause, seek, branch");
  operationCommand(playback.command("show"), terminal, operations.showReplay);
  operationCommand(playback.command("play"), terminal, operations.playReplay, { places: ["speed"] });
  operationCommand(playback.command("pause"), terminal, operations.pauseReplay);
  operationCommand(playback.command("seek"), terminal, operations.seekReplay, {
    places: ["time"],
    needed: ["time"],
    without: ["seq"],
    meanings: { time: "a command's number, or a time such as 2026-01-31T12:00:00Z" },
    send: ({ time }) => ({ ...momentOf("<time>", String(time)) }),
  }).description("go to another moment of a replay, ahead or back; answers when the market shows it");
  operationCommand(playback.command("branch"), terminal, operations.branchReplay, { places: ["directory"] });
}

async function replay(data: string, given: ReplayCliOptions, terminal: Terminal): Promise<void> {
  const { host } = given;
  const port = portOf("--port", given.port);
  const controlPort =
    given.controlPort === undefined ? undefined : portOf("--control-port", given.controlPort);
  const [from, speed] = [momentOf("--from", given.from), speedOf(given.speed)];
  await checkPort(host, port);
  const progress = new Progress(terminal);
  const ended = new AbortController();
  let venue: ReplayVenue | undefined;
  let halt: Error | undefined;
  const limit = new StopLimit((text) => terminal.err(text));
  const stop = (reason: string): void => {
    limit.begin();
    ended.abort();
    terminal.err(`${reason}: stopping\n`);
    venue?.stop().catch(() => undefined); // `stopped` rejects with the error
  };
  const forget = [
    () => limit.end(),
    onStopSignal(stop),
    ...(given.exitWithParent === true ? [onParentGone(stop)] : []),
  ];
  const key = masterKey();
  try {
    venue = await startReplay({
      ...{ data, from, speed, isPaused: given.paused === true, host, port },
      ...(controlPort !== undefined && { controlPort }),
      ...(key && { masterKey: key }),
      log: openLog(given.log, terminal),
      onProgress: (step, share) => progress.update(step, share),
      onHalt: (reason) => {
        halt = reason;
        venue?.stop().catch(() => undefined);
      },
    });
    progress.end();
    if (ended.signal.aborted || halt !== undefined) await venue.stop();
    else announce(venue, given, terminal);
    const bar = setInterval(() => drawTime(venue!, progress, terminal), LOOK_MS);
    await venue.stopped.finally(() => clearInterval(bar));
  } catch (error) {
    const { syscall } = error as NodeJS.ErrnoException;
    if (syscall === "listen" || syscall === "getaddrinfo")
      throw listenError(error as NodeJS.ErrnoException, host, port);
    throw dataError(halt ?? (error as Error));
  } finally {
    progress.end();
    for (const each of forget) each();
  }
  if (halt !== undefined)
    throw new CliError(`the replay halted: ${halt.message}`, { exitCode: EXIT_FAILED, cause: halt });
  terminal.err("stopped cleanly\n");
}

/** Draws the bar of market time; only on a terminal, since in a file each update would be a line. */
function drawTime({ replay }: ReplayVenue, progress: Progress, terminal: Terminal): void {
  if (!terminal.errIsTty) return;
  const { state, speed, seq, time, fromTime, toTime } = replay.show();
  const share = toTime > fromTime ? Math.min((time - fromTime) / (toTime - fromTime), 0.999) : 0.999;
  const how = state === "playing" ? (speed === "max" ? "as fast as it goes" : `×${speed}`) : state;
  progress.update("market time", share, `${new Date(time).toISOString()}  command ${seq}  ${how}`);
}

function announce(venue: ReplayVenue, { readyJson }: ReplayCliOptions, terminal: Terminal): void {
  const { baseUrl, wsUrl, controlUrl, adminToken, accounts, replay } = venue;
  if (readyJson === true) {
    terminal.out(`${JSON.stringify({ baseUrl, wsUrl, controlUrl, adminToken, pid: process.pid })}\n`);
    return;
  }
  const bold = (text: string): string => paint("bold", text, terminal.outIsTty);
  const { source, fromSeq, fromTime, toSeq, toTime, seq, time } = replay.show();
  const at = (ms: number): string => new Date(ms).toISOString();
  const rows = [
    ["Journal", `${source}, commands ${fromSeq} to ${toSeq}, ${at(fromTime)} to ${at(toTime)}`],
    ["Shown", `command ${seq}, ${at(time)}`],
    ["Terminal", `${baseUrl}/#token=${adminToken} (with a bar of time; keep this address to yourself)`],
    ["REST", `${baseUrl}/capi/v2/, ${baseUrl}/capi/v3/ and ${baseUrl}/fapi/, read-only`],
    ["Sockets", `${wsUrl}${socketPaths().join(", ")}`],
    ["Control", `${controlUrl}/control/ and ${controlUrl}/operator, token ${adminToken}`],
    [
      "Keys",
      accounts.length > 0
        ? `those of the journal's accounts, for reading: ${join(source, CREDENTIALS_FILE)}`
        : "none: there is no master key; set OUTCRY_MASTER_KEY to that of the venue",
    ],
  ] as const;
  terminal.out(
    [
      "",
      bold("The replay is ready."),
      "",
      ...rows.map(([name, text]) => `  ${bold(name.padEnd(12))}${text}`),
      "",
      "Try",
      `  ${commandName()} playback seek ${at(Math.floor((fromTime + toTime) / 2))} --url ${controlUrl} --token ${adminToken}`,
      "",
      "",
    ].join("\n"),
  );
}

function speedOf(text: string): number | "max" {
  if (text === "max") return text;
  const speed = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (speed > 0 && speed <= SPEED_MAX) return speed;
  throw usage(`--speed must be above 0 and at most ${SPEED_MAX}, or max, got '${text}'`);
}

function portOf(option: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw usage(`${option} must be a whole number from 0 to 65535, got '${text}'`);
}
