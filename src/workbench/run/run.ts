import type { Venue } from "../../assembly/venue/index.ts";
import type { Clock } from "../../kernel/host/clock.ts";
import { systemClock } from "../../kernel/host/clock.ts";
import type { FastClock } from "../../kernel/host/fastClock.ts";
import { certificatesFor } from "./certificate.ts";
import { EgressLog } from "./egressLog.ts";
import { environmentOf } from "./environment.ts";
import type { Namespaces, Running } from "./guard/guard.ts";
import { namespacesHere, startGuarded } from "./guard/guard.ts";
import type { Program } from "./guard/messages.ts";
import type { ProgramTime } from "./programTime.ts";
import { RunObserver } from "./report/observer.ts";
import type { RunReport } from "./report/report.ts";
import type { TimeMap } from "./timeMap.ts";
import type { Trust } from "./trust.ts";
import { startUnguarded } from "./unguarded.ts";

/** How the program is kept from reaching anything but the venue, if at all. */
export type Guarding = Namespaces | "unguarded";

export interface RunOptions {
  /**
   * A venue that serves requests for any of the hosts (`hostNames`) and logs all requests
   * (`requests: "all"`).
   */
  readonly venue: Venue;
  readonly command: readonly string[];
  /** Hosts that the venue stands in for. */
  readonly hosts: readonly string[];
  readonly guarding: Guarding;
  /** `NAME=text with {placeholders}`. */
  readonly assignments: readonly string[];
  /** Files of trusted certificates that the program reads whatever its environment says. */
  readonly bundles: readonly string[];
  readonly given: Readonly<Record<string, string | undefined>>;
  /** The descriptor of a file for the program's output. Default: the output of this process. */
  readonly output?: number;
  /**
   * Given where the program's time passes faster; `clock` is the venue's `hostClock`, which begins to run
   * fast with the program.
   */
  readonly fast?: { readonly time: ProgramTime; readonly clock: FastClock; readonly speed: number };
}

/** How a program can be guarded on this machine. @returns a sentence if it cannot */
export function guardingHere(isUnguarded: boolean): Guarding | string {
  return isUnguarded ? "unguarded" : namespacesHere();
}

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/** A host in lower case. @throws RangeError naming the rule */
export function checkHost(text: string): string {
  const host = text.toLowerCase();
  const labels = host.split(".");
  const isAddress = /^\d+$/.test(labels.at(-1)!);
  if (host.length > 253 || isAddress || labels.length < 2 || !labels.every((label) => LABEL.test(label))) {
    throw new RangeError(
      `must be the name of a host without scheme, port or path, such as api.example.com, got '${text}'`,
    );
  }
  return host;
}

/** A running program. */
export interface Run {
  kill(signal: NodeJS.Signals): void;
  /** Resolves when the program has ended. Rejects if it could not be started. */
  readonly report: Promise<RunReport>;
}

/** Starts the user's program against a venue, and watches it. */
export async function runOn(options: RunOptions): Promise<Run> {
  const { venue, command, hosts, guarding } = options;
  const egress = new EgressLog();
  const observer = await RunObserver.of(venue, options.fast?.clock ?? systemClock);
  const clock: Clock = options.fast?.clock ?? systemClock;
  const startedTime = clock.wallMs();
  const running = startProgram(options, egress);
  const own = venue.accounts[0]!.name;
  const report = async (): Promise<RunReport> => {
    try {
      const exitCode = await running.ended;
      return {
        command,
        exitCode,
        startedTime,
        endedTime: clock.wallMs(),
        ...(options.fast && { speed: options.fast.speed }),
        standIns: hosts,
        guarded: guarding !== "unguarded",
        ...(await observer.report(own)),
        moments: venue.scenario.moments.filter(({ state }) => state !== "waits"),
        elsewhere: egress.hosts(),
        distrusted: egress.refusals(),
      };
    } finally {
      observer.stop();
    }
  };
  return { kill: (signal) => running.kill(signal), report: report() };
}

/** Starts the venue's fast time, and returns the map by which the program's follows it. */
function startedTime({ time, clock, speed }: NonNullable<RunOptions["fast"]>): TimeMap {
  const { library, pythonDirectory } = time;
  clock.run(speed);
  return { library, pythonDirectory, hostMs: Date.now(), fastMs: clock.wallMs(), speed };
}

/** Starts the user's program against a venue, and watches only for its end. */
export function startProgram(options: RunOptions, egress = new EgressLog()): Running {
  const { venue, command, hosts, guarding, bundles } = options;
  const { baseUrl, wsUrl, port } = venue;
  const time = options.fast && startedTime(options.fast);
  const certificates = certificatesFor(hosts, time?.fastMs ?? Date.now());
  const shared = { hosts, certificates, port, egress, output: options.output ?? ("inherit" as const) };
  const program = (trust: Trust, proxy?: string): Program => ({
    command,
    ...(time !== undefined && { time }),
    environment: environmentOf({
      ...options,
      baseUrl,
      wsUrl,
      account: venue.accounts[0]!,
      trust,
      ...(proxy !== undefined && { proxy }),
    }),
  });
  if (guarding === "unguarded") return startUnguarded({ ...shared, program });
  return startGuarded({ ...shared, namespaces: guarding, bundles, program: (trust) => program(trust) });
}
