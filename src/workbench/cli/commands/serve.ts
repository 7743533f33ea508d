import type { Command } from "commander";
import type { Venue, VenueOptions } from "../../../assembly/venue/index.ts";
import { startVenue } from "../../../assembly/venue/index.ts";
import { CliError, EXIT_FAILED } from "../exitCodes.ts";
import { dataError } from "../offline.ts";
import { banner } from "../serve/banner.ts";
import { openLog } from "../serve/log.ts";
import type { ServeOptions } from "../serve/options.ts";
import { haltWords, serveOptions, venueOptions } from "../serve/options.ts";
import { checkPort, listenError } from "../serve/portCheck.ts";
import { onParentGone, onStopSignal } from "../serve/signals.ts";
import { StopLimit } from "../serve/stopLimit.ts";
import { Progress } from "../show/progress.ts";
import type { Terminal } from "../terminal.ts";

/** `outcry serve`: runs a venue until it is told to stop, by a signal or through control. */
export function addServe(program: Command, terminal: Terminal): void {
  serveOptions(program.command("serve"))
    .description("run a venue until SIGTERM, SIGINT or `outcry stop`")
    .action((options: ServeOptions) => serve(options, terminal));
}

async function serve(given: ServeOptions, terminal: Terminal): Promise<void> {
  const options = await venueOptions(given);
  await checkPort(options.host!, options.port!);
  const log = openLog(given.log, terminal);
  let halt: Error | undefined;
  let venue: Venue | undefined;
  // Aborts a start at its next step.
  const stopWanted = new AbortController();
  const limit = new StopLimit((text) => terminal.err(text));
  const stop = (reason: string): void => {
    limit.begin();
    stopWanted.abort(new Error(reason));
    terminal.err(`${reason}: stopping\n`);
    venue?.stop().catch(() => undefined); // `stopped` rejects with the error
  };
  const forget = [
    () => limit.end(),
    onStopSignal(stop),
    ...(given.exitWithParent === true ? [onParentGone(stop)] : []),
  ];
  try {
    venue = await start({ ...options, signal: stopWanted.signal }, terminal, log, (reason) => {
      halt = reason;
      log.error({ reason: reason.message }, `${haltWords(given).who} halted`);
      venue?.stop().catch(() => undefined);
    });
    if (stopWanted.signal.aborted || halt !== undefined) venue.stop().catch(() => undefined);
    else await announce(venue, options, given, terminal);
    await venue.stopped;
  } catch (error) {
    if (error !== stopWanted.signal.reason)
      throw halt === undefined ? dataError(error as Error) : haltError(halt, given);
  } finally {
    for (const each of forget) each();
  }
  if (halt !== undefined) throw haltError(halt, given);
  terminal.err("stopped cleanly\n");
}

function haltError(halt: Error, given: ServeOptions): CliError {
  const { who, others } = haltWords(given);
  const kept = halt.name === "JournalLostError" ? "What" : "Nothing acknowledged is lost; what";
  return new CliError(
    `${who} halted: ${halt.message.replace(/\.$/, "")}. ${kept} was waiting for an answer may or may not have happened.${others}`,
    { exitCode: EXIT_FAILED, cause: halt },
  );
}

async function start(
  options: VenueOptions,
  terminal: Terminal,
  log: ReturnType<typeof openLog>,
  onHalt: (reason: Error) => void,
): Promise<Venue> {
  const progress = new Progress(terminal);
  try {
    return await startVenue({
      ...options,
      log,
      onHalt,
      onProgress: (step, share) => progress.update(step, share),
    });
  } catch (error) {
    if (error === options.signal?.reason) throw error;
    throw startError(error as NodeJS.ErrnoException, options);
  } finally {
    progress.end();
  }
}

function startError(error: NodeJS.ErrnoException, { host = "", port = 0 }: VenueOptions): Error {
  if (error.syscall === "listen" || error.syscall === "getaddrinfo") return listenError(error, host, port);
  return dataError(error);
}

async function announce(
  venue: Venue,
  options: VenueOptions,
  given: ServeOptions,
  terminal: Terminal,
): Promise<void> {
  const { baseUrl, wsUrl, accounts, adminToken, controlUrl, recovery, engine } = venue;
  if (given.readyJson === true) {
    const ready = { baseUrl, wsUrl, accounts, adminToken, controlUrl, pid: process.pid };
    terminal.out(`${JSON.stringify(ready)}\n`);
    return;
  }
  const asked = Promise.all([engine.query({ type: "contracts" }), venue.gateway.disturbances()]);
  const [contracts, disturbances] = await asked.catch((error: unknown) => {
    if (engine.state !== "halted") throw error;
    return [[], []]; // a node that has just lost the lead opens its market anew
  });
  const downMs = recovery.headTime === 0 || options.clock !== "wall" ? 0 : engine.now() - recovery.headTime;
  const symbol = contracts[0]?.symbol ?? "cmt_btcusdt";
  terminal.out(banner({ venue, options, downMs, symbol, isColoured: terminal.outIsTty, disturbances }));
}
