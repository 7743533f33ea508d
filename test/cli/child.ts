import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Key } from "../venue/client.ts";

/** The program as the build has it: what its users run, and it starts in a third of the time. */
export const MAIN = join(import.meta.dirname, "../../dist/program/main.js");

/** The line that `--ready-json` prints. */
export interface Ready {
  readonly baseUrl: string;
  readonly wsUrl: string;
  readonly accounts: readonly (Key & { readonly name: string })[];
  readonly adminToken: string;
  readonly controlUrl: string;
  readonly pid: number;
}

/** The command line in a process of its own, as its user starts it. */
export class Child {
  readonly process: ChildProcess;
  stdout = "";
  stderr = "";
  readonly #exit: Promise<number | null>;

  /**
   * @param env variables besides the test's own
   * @param limit of the system, as `ulimit` takes it: `-f 512`, KiB past which no file can grow, or `-n 256`,
   * descriptors
   * @param main the program, where it is not this tree's
   */
  constructor(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    limit?: string,
    main = MAIN,
  ) {
    const plain = [process.execPath, main, ...args];
    const limited = ["bash", "-c", `ulimit ${limit}; exec "$0" "$@"`, ...plain];
    const [command, ...rest] = limit === undefined ? plain : limited;
    this.process = spawn(command!, rest, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env },
    });
    this.process.stdout!.setEncoding("utf8").on("data", (text: string) => {
      this.stdout += text;
    });
    this.process.stderr!.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
    });
    this.#exit = once(this.process, "close").then(([code]) => code as number | null);
    onTestFinished(async () => {
      this.process.kill("SIGKILL");
      await this.#exit;
    });
  }

  /** Serves on a free port with `--ready-json`; resolves with what that says. */
  static async serve(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    limit?: string,
  ): Promise<{ readonly child: Child; readonly ready: Ready }> {
    const child = new Child(
      ["serve", "--port", "0", "--ready-json", "--market", "empty", "--prehistory", "0", ...args],
      env,
      limit,
    );
    return { child, ready: await child.ready() };
  }

  /** Resolves with the ready line. */
  async ready(): Promise<Ready> {
    while (!this.stdout.includes("\n")) await this.said();
    return JSON.parse(this.stdout) as Ready;
  }

  /** Resolves when more was said on stdout; rejects when the process ends instead. */
  async said(): Promise<void> {
    const more = once(this.process.stdout!, "data").then(() => true);
    const isMore = await Promise.race([more, this.#exit.then(() => false)]);
    if (!isMore) throw new Error(`it ended: ${this.stderr}`);
  }

  /** The exit code, once the process has ended and everything it said was read. */
  exited(): Promise<number | null> {
    return this.#exit;
  }

  kill(signal: NodeJS.Signals): void {
    this.process.kill(signal);
  }
}
