/** What the process says to whoever started it. Documented in docs/reference/cli.md. */
export const EXIT_DONE = 0;
/** The venue refused, halted, or something failed. */
export const EXIT_FAILED = 1;
/** The command line, the environment or a file it names is wrong. */
export const EXIT_USAGE = 2;
/** No venue answers. */
export const EXIT_UNREACHABLE = 3;
/** The port is taken. */
export const EXIT_PORT_BUSY = 4;
/** The data directory is in use, damaged, or written under other rules. */
export const EXIT_DATA = 5;
/** Interrupted again while it stopped. */
export const EXIT_INTERRUPTED = 130;

/** An end that the user is told in one message, without a stack. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exitCode: number;

  constructor(message: string, options: ErrorOptions & { readonly exitCode: number }) {
    super(message, options);
    this.exitCode = options.exitCode;
  }
}

/** Something about the command line. */
export function usage(message: string): CliError {
  return new CliError(message, { exitCode: EXIT_USAGE });
}

/** The end of a program that was run for the user: its exit code is ours, and there is nothing more to tell. */
export class ProgramEnded extends Error {
  override readonly name = "ProgramEnded";
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`the program ended with ${exitCode}`);
    this.exitCode = exitCode;
  }
}
