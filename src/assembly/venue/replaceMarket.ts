import { readdirSync } from "node:fs";
import { rm, rmdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { LOCK_FILE } from "../../kernel/host/directoryLock.ts";
import { isThere } from "../../kernel/host/systemErrors.ts";
import { FORMAT_FILE, holdsMarket, takeDirectory } from "./dataDirectory.ts";
import { DataUnusableError } from "./dataErrors.ts";
import { commitReplacement, finishReplacement, prepareReplacement, UNFINISHED } from "./replacement.ts";

/** How another market comes into a data directory. */
interface Replacing<T> {
  /** Throws where the present market may not be replaced; default: throws if there is one. */
  readonly refuse?: (data: string) => void | Promise<void>;
  /** Makes the market in a directory beside the present one, and checks it. */
  readonly fill: (next: string) => Promise<T>;
}

/**
 * Puts a market into a data directory on which no venue runs. Where that is refused, or the market cannot be
 * made, the directory is left as it was, or missing if it was missing.
 *
 * @returns what `fill` did
 * @throws DataUnusableError, DirectoryInUse, and what `refuse` and `fill` throw
 */
export async function replaceMarket<T>(
  data: string,
  { refuse = refuseAnyMarket, fill }: Replacing<T>,
): Promise<T> {
  const forget = cleaning(data);
  const lock = takeDirectory(data);
  try {
    await finishReplacement(data);
    const filled = await filling(data, refuse, fill).catch(async (error: unknown) => {
      await forget().catch(() => undefined); // the next attempt removes what is left
      throw error;
    });
    await commitReplacement(data);
    return filled;
  } finally {
    lock.release();
  }
}

async function filling<T>(
  data: string,
  refuse: NonNullable<Replacing<T>["refuse"]>,
  fill: Replacing<T>["fill"],
): Promise<T> {
  await refuse(data);
  return fill(await prepareReplacement(data));
}

/**
 * Returns a function that removes what an attempt leaves in a data directory, and the directory itself if it
 * does not exist yet.
 */
function cleaning(data: string): () => Promise<void> {
  const missing: string[] = [];
  for (let path = resolve(data); !isThere(path); path = dirname(path)) missing.push(path);
  const present = missing.length > 0 ? [] : readdirSync(data);
  const made = [UNFINISHED, FORMAT_FILE, LOCK_FILE, `${LOCK_FILE}-journal`].filter(
    (name) => !present.includes(name),
  );
  return async () => {
    for (const name of made) await rm(join(data, name), { recursive: true, force: true });
    for (const path of missing) await rmdir(path);
  };
}

function refuseAnyMarket(data: string): void {
  if (holdsMarket(data))
    throw new DataUnusableError(
      `${data} holds a market already: name a directory that is empty or does not exist yet`,
    );
}
