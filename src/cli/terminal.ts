import { once } from "node:events";

/** Where a command prints. */
export interface Terminal {
  /** The result. */
  out(text: string): void;
  /**
   * Resolves when everything written was taken; awaited by commands that write much. Absent where writes are never
   * held back.
   */
  readonly drained?: () => Promise<unknown>;
  /** Progress, hints and errors. */
  err(text: string): void;
  /** Whether colours and bars are wanted on stdout. */
  readonly outIsTty: boolean;
  readonly errIsTty: boolean;
}

/** The process's own. */
export const processTerminal: Terminal = {
  out: (text) => void process.stdout.write(text),
  drained: async () => process.stdout.writableNeedDrain && (await once(process.stdout, "drain")),
  err: (text) => void process.stderr.write(text),
  outIsTty: process.stdout.isTTY === true,
  errIsTty: process.stderr.isTTY === true,
};
