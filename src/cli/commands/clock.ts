import type { Command } from "commander";
import * as clocks from "../../wire/control/operations/clock.ts";
import { usage } from "../exitCodes.ts";
import { operationCommand } from "../operationCommand.ts";
import type { Terminal } from "../terminal.ts";

/** Commands about market time. */
export function addClockCommands(program: Command, terminal: Terminal): void {
  const clock = program.command("clock").description("market time: show, freeze, step, to, next, run, wall");
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
    send: ({ time }) => ({ time: momentOf(String(time)) }),
  }).description("move frozen market time on to a moment: Unix ms, or 2026-01-01T00:00:00Z");
  operationCommand(clock.command("next"), terminal, clocks.nextEvent);
  operationCommand(clock.command("run"), terminal, clocks.runClock, { places: ["speed"] });
  operationCommand(clock.command("wall"), terminal, clocks.resumeWall);
}

function momentOf(text: string): string {
  if (/^\d+$/.test(text)) return text;
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw usage(`<time> must be Unix ms or a moment such as 2026-01-01T00:00:00Z, got '${text}'`);
  return String(time);
}
