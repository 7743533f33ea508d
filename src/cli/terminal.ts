import { once } from "node:events";

/** Where a command writes, and how. */
export interface Terminal {
  /** What was asked for. */
  out(text: string): void;
  /** Resolves when what was written has been taken; awaited by what writes much. Absent where nothing is held back. */
  readonly drained?: () => Promise<unknown>;
  /** Progress, hints, errors. */
  err(text: string): void;
  /** Colours and bars are wanted on stdout, stderr. */
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
