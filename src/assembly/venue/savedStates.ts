import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeDirectory } from "../../kernel/host/ownerOnly.ts";
import { sync, syncAll } from "../../kernel/host/sync.ts";
import { isThere } from "../../kernel/host/systemErrors.ts";
import { HistoryFailedError } from "../../service/readmodel/index.ts";
import { parseChecked, writeChecked } from "./checkedJson.ts";
import { DataUnusableError, remedyOf } from "./dataErrors.ts";
import { STATES_DIRECTORY } from "./dataFiles.ts";
import type { DamagedState, SavedState } from "./storage.ts";
import { isStateName } from "./storage.ts";

/*
 * The saved states of a data directory. One takes the place of an earlier one of its name in steps that a
 * crash may fall between:
 *
 *   states/.monday    is filled, synced
 *   states/monday     becomes states/.monday~      crash: the earlier one is found there
 *   states/.monday    becomes states/monday
 *   states/.monday~   is removed
 */

/** The file that describes a saved state, in its directory; written last. */
const STATE_FILE = "state.json";

/**
 * Saves a state: `fill` writes it into a new directory and returns its description. It takes the place of an
 * earlier state of this name.
 *
 * @throws DataUnusableError where the disk refuses it; then the earlier state is still there, or, if only the
 * last sync failed, the new one
 */
export async function keepState(
  data: string,
  name: string,
  fill: (directory: string) => Promise<SavedState>,
): Promise<SavedState> {
  const root = join(data, STATES_DIRECTORY);
  const path = join(root, name);
  const fresh = join(root, `.${name}`);
  const aside = join(root, asideOf(name));
  try {
    await rm(fresh, { recursive: true, force: true });
    makeDirectory(fresh);
    const info = await fill(fresh);
    await writeChecked(join(fresh, STATE_FILE), info);
    await syncAll(fresh);
    if (isThere(path)) {
      await rm(aside, { recursive: true, force: true });
      await rename(path, aside);
    }
    await rename(fresh, path);
    await sync(root);
    await rm(aside, { recursive: true, force: true });
    return info;
  } catch (error) {
    await rm(fresh, { recursive: true, force: true }).catch(() => undefined); // removed by the next save of this name
    throw notSaved(name, error);
  }
}

/** Why a state was not saved, in words, and what to do; an error of another kind is returned unchanged. */
function notSaved(name: string, error: unknown): unknown {
  const remedy = remedyOf(error);
  if (remedy === undefined && !(error instanceof HistoryFailedError)) return error;
  const { message } = error as Error;
  const why = remedy === undefined ? message : `${message}: ${remedy}`;
  return new DataUnusableError(`the state '${name}' was not saved: ${why}`, { cause: error });
}

/** Where a saved state is; `undefined` if there is none of this name. */
export function stateDirectory(data: string, name: string): string | undefined {
  if (!isStateName(name)) return undefined;
  const places = [name, asideOf(name)].map((each) => join(data, STATES_DIRECTORY, each));
  return places.find((each) => isThere(join(each, STATE_FILE)));
}

/** The saved states of a data directory, by name; nothing is locked or changed. */
export async function statesIn(data: string): Promise<readonly (SavedState | DamagedState)[]> {
  const root = join(data, STATES_DIRECTORY);
  const entries = isThere(root) ? await readdir(root) : [];
  const names = new Set(entries.map((entry) => ASIDE.exec(entry)?.[1] ?? entry));
  const states: (SavedState | DamagedState)[] = [];
  for (const name of [...names].sort()) {
    const directory = stateDirectory(data, name);
    if (directory === undefined) continue;
    try {
      states.push(await readState(directory));
    } catch (error) {
      if (!(error instanceof DataUnusableError)) throw error; // nobody could look, which says nothing of the state
      states.push({ name, damage: error.message });
    }
  }
  return states;
}

/** The description of the saved state in a directory. @throws DataUnusableError */
export async function readState(directory: string): Promise<SavedState> {
  const file = join(directory, STATE_FILE);
  const state = parseChecked(await readFile(file, "utf8"));
  if (state !== undefined) return state as SavedState;
  throw new DataUnusableError(
    `${file} is not what was written: delete ${directory}, or restore it from a copy`,
  );
}

/** The directory of a state while a new one takes its place; no state's name begins or ends like this. */
function asideOf(name: string): string {
  return `.${name}~`;
}

const ASIDE = /^\.(.+)~$/;
