import { pathToFileURL } from "node:url";
import type { Parameter, TraderKind } from "./trader.ts";

/** A file that is no trader. */
export class TraderFileError extends Error {
  override readonly name = "TraderFileError";
}

/**
 * The kind that a file of JavaScript or TypeScript exports by default. TypeScript is run as it stands: its types are left out, so that it may
 * use nothing that types alone do not say (no `enum`, no `namespace`).
 *
 * @throws TraderFileError saying what is missing, or how the file failed
 */
export async function loadTrader(path: string): Promise<TraderKind> {
  let loaded: { readonly default?: unknown };
  try {
    loaded = await import(pathToFileURL(path).href);
  } catch (error) {
    throw new TraderFileError(
      `it cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
  const kind = loaded.default as Partial<TraderKind> | null | undefined;
  if (typeof kind !== "object" || kind === null || typeof kind.start !== "function")
    throw new TraderFileError("it must export by default an object with a function start");
  for (const [name, parameter] of Object.entries(kind.parameters ?? {})) refuseParameter(name, parameter);
  return kind as TraderKind;
}

function refuseParameter(name: string, { usual, least, most }: Partial<Parameter>): void {
  if ([usual, least, most].every(Number.isFinite) && least! <= usual! && usual! <= most!) return;
  throw new TraderFileError(`its parameter ${name} must have numbers least ≤ usual ≤ most`);
}
