import { run } from "../../src/cli/program.ts";

/** What a command line gave. */
export interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: () => any;
}

/** Runs a command line in this process, without a terminal. */
export async function outcry(...args: readonly string[]): Promise<Result> {
  let stdout = "";
  let stderr = "";
  const code = await run(args, {
    out: (text) => {
      stdout += text;
    },
    err: (text) => {
      stderr += text;
    },
    outIsTty: false,
    errIsTty: false,
  });
  return { code, stdout, stderr, json: () => JSON.parse(stdout) };
}
