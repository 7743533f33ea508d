import { expect } from "vitest";
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

/**
 * Runs a command line in this process, without a terminal.
 *
 * @param words the first can be several, between blanks; further ones are taken as they are
 */
export async function outcry(...words: readonly string[]): Promise<Result> {
  const written: Uint8Array[] = [];
  let stderr = "";
  const code = await run([...(words[0]?.split(" ") ?? []), ...words.slice(1)], {
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

/** Runs a command that must succeed. */
export async function done(...words: readonly string[]): Promise<Result> {
  const result = await outcry(...words);
  expect(result.code, result.stderr).toBe(0);
  return result;
}

/** What such a command says as JSON. */
export async function told(...words: readonly string[]) {
  return (await done(...words, "--json")).json();
}
