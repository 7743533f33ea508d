import type { Command } from "commander";
import { isVenue, noVenueIn } from "../../../assembly/venue/dataDirectory.ts";
import { loadStateOffline, saveStateOffline } from "../../../assembly/venue/offline.ts";
import { statesIn } from "../../../assembly/venue/savedStates.ts";
import type { ControlDeclaration } from "../../../interface/wire/control/operation.ts";
import { resetAccount } from "../../../interface/wire/control/operations/account.ts";
import {
  listStates,
  reset as resetMarket,
  saveState,
} from "../../../interface/wire/control/operations/venue.ts";
import { DirectoryInUse, lockDirectory } from "../../../kernel/host/directoryLock.ts";
import { CliError, EXIT_FAILED, usage } from "../exitCodes.ts";
import { dataError } from "../offline.ts";
import type { RemoteOptions } from "../remote.ts";
import { callAndShow, remoteOptions } from "../remote.ts";
import { show } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

type ResetOptions = RemoteOptions & { readonly to?: string; readonly account?: string };

/** Commands that start a market over, and save states to return to. */
export function addStateCommands(program: Command, terminal: Terminal): void {
  remoteOptions(program.command("reset"))
    .option("--to <name>", "go back to a saved state instead of an empty market")
    .option(
      "--account <account>",
      "only this account: orders, positions, and its balance back to its first deposit",
    )
    .description("let a running venue start over, with the same keys and addresses; what happened is deleted")
    .action((options: ResetOptions) => reset(options, terminal));

  const state = program.command("state").description("saved states of the market: save, load, list");
  remoteOptions(state.command("save"))
    .argument("<name>")
    .description("save the market as it is, history and all; the venue may run or not")
    .action((name: string, options: RemoteOptions) =>
      onlineOrNot(terminal, options, saveState, { name }, () => saveStateOffline(options.data, name)),
    );
  remoteOptions(state.command("load"))
    .argument("<name>")
    .description("go on from a saved state, in a new journal; the venue may run or not")
    .action((name: string, options: RemoteOptions) =>
      onlineOrNot(terminal, options, resetMarket, { to: name }, () =>
        loadStateOffline(options.data, name, (why) =>
          terminal.err(
            `the operators are those of the state: those of now could not be read (${why.message})\n`,
          ),
        ),
      ),
    );
  remoteOptions(state.command("list"))
    .description("list the saved states; the venue may run or not")
    .action((options: RemoteOptions) =>
      onlineOrNot(terminal, options, listStates, {}, () => statesIn(options.data)),
    );
}

function reset(options: ResetOptions, terminal: Terminal): Promise<void> {
  const { to, account } = options;
  if (account === undefined) return callAndShow(terminal, options, resetMarket, { to });
  if (to !== undefined) throw usage("--to goes back with the whole market: give it without --account");
  return callAndShow(terminal, options, resetAccount, { account });
}

/**
 * Asks the venue that runs on the data directory, or at the given address; if none runs, works on the
 * directory itself.
 */
async function onlineOrNot(
  terminal: Terminal,
  options: RemoteOptions,
  operation: ControlDeclaration,
  parameters: Readonly<Record<string, unknown>>,
  offline: () => Promise<unknown>,
): Promise<void> {
  if (options.url === undefined && !isVenue(options.data)) throw dataError(noVenueIn(options.data));
  if (options.url !== undefined || isInUse(options.data))
    return callAndShow(terminal, options, operation, parameters);
  const result = await offline().catch((error: Error) => {
    const isRefusal = error.name === "UnknownStateError" || error.name === "RangeError";
    if (isRefusal) throw new CliError(error.message, { exitCode: EXIT_FAILED, cause: error });
    throw dataError(error);
  });
  show(terminal, options.json === true, result);
}

function isInUse(data: string): boolean {
  try {
    lockDirectory(data).release();
    return false;
  } catch (error) {
    if (error instanceof DirectoryInUse) return true;
    throw dataError(error as Error);
  }
}
