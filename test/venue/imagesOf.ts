import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";

/**
 * What a kill would leave of a directory at each step of some work: its copies in `into`, whose paths are
 * returned.
 */
export async function imagesOf(
  directory: string,
  into: string,
  work: () => Promise<unknown>,
): Promise<readonly string[]> {
  const { cpSync } = fs;
  const taken: string[] = [];
  let isLooking = false;
  const stop = watchCalls(() => {
    if (isLooking) return; // copying makes such calls itself
    isLooking = true;
    const image = join(into, String(taken.length));
    cpSync(directory, image, { recursive: true, mode: fs.constants.COPYFILE_FICLONE });
    taken.push(image);
    isLooking = false;
  });
  try {
    await work();
  } finally {
    stop();
  }
  return taken;
}

/** Calls that change what is in a directory, and that the venue makes itself (SQLite's are its own). */
const CALLS = [
  [fs.promises, ["rename", "rm", "writeFile"]],
  [fs, ["write"]],
] as const;

/**
 * Calls `look` right before each of them until it is stopped: what is on the disk then is what a kill would
 * leave.
 */
function watchCalls(look: () => void): () => void {
  const undo: (() => void)[] = [];
  for (const [holder, names] of CALLS) {
    const functions = holder as unknown as Record<string, (...words: unknown[]) => unknown>;
    for (const name of names) {
      const original = functions[name]!;
      functions[name] = (...words) => {
        look();
        return original.apply(holder, words);
      };
      undo.push(() => {
        functions[name] = original;
      });
    }
  }
  syncBuiltinESMExports();
  return () => {
    for (const each of undo) each();
    syncBuiltinESMExports();
  };
}
