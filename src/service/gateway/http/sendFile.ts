import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** A file that is made while it is sent, however large it is. */
export interface SentFile {
  /** As it is to be saved: letters, digits, '-' and '.'. */
  readonly name: string;
  readonly type: string;
  /** Made as the client takes them; ended by `return` when the client takes no more. */
  readonly pieces: AsyncIterableIterator<Uint8Array>;
  /** Aborted to cut the file off. */
  readonly signal: AbortSignal;
}

/**
 * Sends a file; resolves once it is sent or its client has gone. A file that cannot be made to its end, or
 * is given up, is cut off in the middle of a piece, so that no client takes it for whole.
 *
 * @returns why it was cut off here
 */
export async function sendFile(
  raw: ServerResponse,
  { name, type, pieces, signal }: SentFile,
): Promise<Error | undefined> {
  const disposition = `attachment; filename="${name}"`;
  raw.writeHead(200, ["content-type", type, "content-disposition", disposition, "cache-control", "no-store"]);
  try {
    await pipeline(Readable.from(pieces, { objectMode: false }), raw, { signal });
    return undefined;
  } catch (error) {
    if (signal.aborted) return signal.reason as Error;
    const { code } = error as NodeJS.ErrnoException;
    return code === "ERR_STREAM_PREMATURE_CLOSE" ? undefined : (error as Error);
  }
}
