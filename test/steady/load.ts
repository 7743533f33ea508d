import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";

/** Processes that do nothing but want the processor; they end with this one. */
export class Load {
  readonly #busy: readonly ChildProcess[];

  /** @param count of processes */
  constructor(count: number) {
    // Whoever loses its parent reads the end of its input; the loop looks for that now and then.
    const program = `process.stdin.on("end", () => process.exit()).resume();
      const work = () => { for (let i = 0; i < 1e7; i++); setImmediate(work); };
      work();`;
    this.#busy = Array.from({ length: count }, () =>
      spawn(process.execPath, ["--eval", program], { stdio: ["pipe", "ignore", "ignore"] }),
    );
  }

  async end(): Promise<void> {
    await Promise.all(
      this.#busy.map(async (each) => {
        const exit = once(each, "exit");
        each.kill("SIGKILL");
        await exit;
      }),
    );
  }
}
