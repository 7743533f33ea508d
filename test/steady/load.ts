import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";

/** Processes that do nothing but want the processor; they end with this one. */
export class Load {
  readonly #busy: ChildProcess[] = [];

  /** @param count of processes, from now on */
  async keep(count: number): Promise<void> {
    while (this.#busy.length < count) this.#busy.push(busyProcess());
    await Promise.all(
      this.#busy.splice(count).map(async (each) => {
        const exit = once(each, "exit");
        each.kill("SIGKILL");
        await exit;
      }),
    );
  }
}

function busyProcess(): ChildProcess {
  // Whoever loses its parent reads the end of its input; the loop looks for that now and then.
  const program = `process.stdin.on("end", () => process.exit()).resume();
    const work = () => { for (let i = 0; i < 1e7; i++); setImmediate(work); };
    work();`;
  return spawn(process.execPath, ["--eval", program], { stdio: ["pipe", "ignore", "ignore"] });
}
