import type { Command } from "commander";
import { usage } from "../exitCodes.ts";
import type { RemoteOptions } from "../remote.ts";
import { callAndShow, remoteOptions } from "../remote.ts";
import type { Terminal } from "../terminal.ts";

/** Commands about market time. */
export function addClockCommands(program: Command, terminal: Terminal): void {
  const clock = program.command("clock").description("market time: show, freeze, step, to, next, run, wall");
  const add = (name: string, path: string, what: string, method: "GET" | "POST" = "POST"): void => {
    remoteOptions(clock.command(name))
      .description(what)
      .action((options: RemoteOptions) => callAndShow(terminal, options, { method, path }));
  };
  add("show", "clock", "show market time and how it runs", "GET");
  add("freeze", "clock/freeze", "let market time stand still");
  remoteOptions(clock.command("step"))
    .argument("<ms>", "how far")
    .description("move frozen market time on; returns when all that falls due is done")
    .action((ms: string, options: RemoteOptions) =>
      callAndShow(terminal, options, { method: "POST", path: "clock/step", parameters: { ms } }),
    );
  remoteOptions(clock.command("to"))
    .argument("<time>", "Unix ms, or 2026-01-01T00:00:00Z")
    .description("move frozen market time on to a moment")
    .action((time: string, options: RemoteOptions) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "clock/step",
        parameters: { time: momentOf(time) },
      }),
    );
  add("next", "clock/next", "move frozen market time on to the next event");
  remoteOptions(clock.command("run"))
    .argument("<speed>", "times as fast as the host's")
    .description("run market time at a speed")
    .action((speed: string, options: RemoteOptions) =>
      callAndShow(terminal, options, { method: "POST", path: "clock/run", parameters: { speed } }),
    );
  add("wall", "clock/wall", "follow the host's clock again");
}

function momentOf(text: string): string {
  if (/^\d+$/.test(text)) return text;
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw usage(`<time> must be Unix ms or a moment such as 2026-01-01T00:00:00Z, got '${text}'`);
  return String(time);
}
