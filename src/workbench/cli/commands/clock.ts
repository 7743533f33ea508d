import { setTimeout as wait } from "node:timers/promises";
import type { Command } from "commander";
import * as clocks from "../../../interface/wire/control/operations/clock.ts";
import type { Answer } from "../../../interface/wire/index.ts";
import { timeOf } from "../arguments.ts";
import { usage } from "../exitCodes.ts";
import { operationCommand } from "../operationCommand.ts";
import type { RemoteOptions } from "../remote.ts";
import { callAndShow, callControl, remoteOptions } from "../remote.ts";
import { Progress } from "../show/progress.ts";
import { show } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

type Clock = Answer<typeof clocks.showClock.answer>;

/** How often the progress of a run is asked for, ms. */
const LOOK_MS = 200;

interface RunOptions extends RemoteOptions {
  readonly for?: string;
  readonly until?: string;
  readonly think?: string;
  readonly clients?: string;
}

/** Commands about market time. */
export function addClockCommands(program: Command, terminal: Terminal): void {
  const clock = program
    .command("clock")
    .description("market time: show, freeze, step, to, next, stop, run, wall");
  operationCommand(clock.command("show"), terminal, clocks.showClock);
  operationCommand(clock.command("freeze"), terminal, clocks.freezeClock);
  operationCommand(clock.command("step"), terminal, clocks.stepClock, {
    places: ["ms"],
    needed: ["ms"],
    without: ["time"],
  }).description("move frozen market time on; returns when all that falls due is done");
  operationCommand(clock.command("to"), terminal, clocks.stepClock, {
    places: ["time"],
    needed: ["time"],
    without: ["ms"],
  }).description("move frozen market time on to a moment");
  operationCommand(clock.command("next"), terminal, clocks.nextEvent);
  operationCommand(clock.command("stop"), terminal, clocks.stopStep);
  remoteOptions(clock.command("run"))
    .description("run market time at a speed, or as fast as the machine")
    .argument("<speed>", "milliseconds of market time in one of the host, above 0, at most 1000000; or max")
    .option("--for <ms>", "max: how far, then it stands: ms of market time, or 90s, 15m, 6h, 7d")
    .option("--until <time>", "max: the same to a moment: Unix ms, or 2026-01-01T00:00:00Z")
    .option(
      "--think <ms>",
      "max: how long a client that does not acknowledge must have been quiet (default: 20)",
    )
    .option("--clients <n>", "max: time stands while fewer clients than this acknowledge (default: 0)")
    .action((speed: string, options: RunOptions) => run(speed, options, terminal));
  operationCommand(clock.command("wall"), terminal, clocks.resumeWall);
}

async function run(speed: string, options: RunOptions, terminal: Terminal): Promise<void> {
  if (speed !== "max") {
    const ofMax = (["for", "until", "think", "clients"] as const).find((name) => options[name] !== undefined);
    if (ofMax !== undefined) throw usage(`--${ofMax} belongs to "clock run max"`);
    return callAndShow(terminal, options, clocks.runClock, { speed });
  }
  if (options.for !== undefined && options.until !== undefined) throw usage("give either --for or --until");
  const { time: from } = await callControl(options, clocks.showClock);
  const until = options.until === undefined ? undefined : timeOf("--until", options.until);
  const target = options.for === undefined ? until : from + spanOf(options.for);
  const begun = await callControl(options, clocks.runClockFreely, {
    until: target,
    think: options.think,
    clients: options.clients,
  });
  if (target === undefined) return show(terminal, options.json === true, begun);
  const ended = await followRun(options, terminal, { from, until: target });
  show(terminal, options.json === true, ended);
  if (ended.run?.varies === true && options.json !== true) {
    terminal.err("a client was there that does not acknowledge: another run may go otherwise\n");
  }
}

/** Shows the progress of a run until it is over. */
async function followRun(
  options: RunOptions,
  terminal: Terminal,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<Clock> {
  const progress = new Progress(terminal);
  try {
    for (;;) {
      const clock = await callControl(options, clocks.showClock);
      if (clock.run === null || clock.run.over) return clock;
      progress.update("market time runs", until > from ? (clock.time - from) / (until - from) : 1);
      await wait(LOOK_MS);
    }
  } finally {
    progress.end();
  }
}

const SPANS: Readonly<Record<string, number>> = { "": 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function spanOf(text: string): number {
  const [, digits, unit] = /^(\d{1,12})([smhd]?)$/.exec(text) ?? [];
  if (digits === undefined) throw usage(`--for must be ms or a span such as 90s, 15m, 6h, 7d, got '${text}'`);
  return Number(digits) * SPANS[unit!]!;
}
