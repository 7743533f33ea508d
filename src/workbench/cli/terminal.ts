import { once } from "node:events";
import { EXIT_DONE, ProgramEnded } from "./exitCodes.ts";

/** Where a command prints. */
export interface Terminal {
  /** The result: text, or the bytes of a file. */
  out(result: string | Uint8Array): void;
  /**
   * Resolves when everything written was taken; awaited by commands that write much. Absent where writes are
   * never held back.
   */
  readonly drained?: () => Promise<unknown>;
  /** Progress, hints and errors. */
  err(text: string): void;
  /** Whether colours and bars are wanted on stdout. */
  readonly outIsTty: boolean;
  readonly errIsTty: boolean;
}

/** Set when nobody reads stdout any more, as after `outcry … | head`. */
let isUnread = false;
/** A venue goes on when its terminal is closed, and a result that nobody reads is no failure. */
const ignoreUnread = (error: NodeJS.ErrnoException): void => {
  if (error.code !== "EPIPE") throw error;
};
process.stderr.on("error", ignoreUnread);
process.stdout.on("error", (error) => {
  ignoreUnread(error);
  isUnread = true;
});

/** The terminal of this process. */
export const processTerminal: Terminal = {
  out: (result) => void (isUnread || process.stdout.write(result)),
  drained: async () => {
    if (process.stdout.writableNeedDrain && !isUnread)
      await Promise.race([once(process.stdout, "drain"), once(process.stdout, "close")]);
    // Nobody reads the rest of a long result.
    if (isUnread) throw new ProgramEnded(EXIT_DONE);
  },
  err: (text) => void process.stderr.write(text),
  outIsTty: process.stdout.isTTY === true,
  errIsTty: process.stderr.isTTY === true,
};
