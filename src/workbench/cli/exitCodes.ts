/** The process's exit codes, documented in docs/reference/cli.md. */
export const EXIT_DONE = 0;
/** The venue refused or halted, or something failed. */
export const EXIT_FAILED = 1;
/** The command line, the environment or a file it names is wrong. */
export const EXIT_USAGE = 2;
/** No venue answers. */
export const EXIT_UNREACHABLE = 3;
/** The port is taken. */
export const EXIT_PORT_BUSY = 4;
/** The data directory is in use, damaged, or written under other rules. */
export const EXIT_DATA = 5;
/** A third signal arrived while it was stopping. */
export const EXIT_INTERRUPTED = 130;

/** An error that the user is shown as one message, without a stack. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exitCode: number;

  constructor(message: string, options: ErrorOptions & { readonly exitCode: number }) {
    super(message, options);
    this.exitCode = options.exitCode;
  }
}

/** An error of the command line. */
export function usage(message: string): CliError {
  return new CliError(message, { exitCode: EXIT_USAGE });
}

/** A program run for the user has ended: its exit code is ours, and nothing more is printed. */
export class ProgramEnded extends Error {
  override readonly name = "ProgramEnded";
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`the program ended with ${exitCode}`);
    this.exitCode = exitCode;
  }
}
