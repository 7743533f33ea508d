import { constants } from "node:os";

/** The user's program could not be run; the message says why. */
export class ProgramError extends Error {
  override readonly name = "ProgramError";
}

/** Why a program was not started. */
export function notStarted(file: string, cause: NodeJS.ErrnoException): ProgramError {
  const { code, message } = cause;
  return new ProgramError(
    code === "ENOENT" ? `there is no program ${file}` : `${file} cannot be started: ${message}`,
    { cause },
  );
}

/** The exit code of a program that a signal ended, as shells say it. */
export function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
