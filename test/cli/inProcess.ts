import { run } from "../../src/workbench/cli/program.ts";

/** What a command line gave. */
export interface Result {
  readonly code: number;
  readonly stdout: string;
  /** stdout as it was written. */
  readonly bytes: Uint8Array;
  readonly stderr: string;
  /** stdout as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: () => any;
}

/** Runs a command line in this process, without a terminal. */
export async function outcry(...args: readonly string[]): Promise<Result> {
  const written: Uint8Array[] = [];
  let stderr = "";
  const code = await run(args, {
    out: (result) => {
      written.push(Buffer.from(result as string));
    },
    err: (text) => {
      stderr += text;
    },
    outIsTty: false,
    errIsTty: false,
  });
  const bytes = Buffer.concat(written);
  const stdout = bytes.toString();
  return { code, stdout, bytes, stderr, json: () => JSON.parse(stdout) };
}
