import { spawn } from "node:child_process";
import { once } from "node:events";
import { rootOf } from "../entry.ts";
import { type Lane, median } from "../lane.ts";

/**
 * The embedding example run again and again, as its reader runs it. Reads the median of the whole run,
 * process and all: `run`, ms.
 */
export function start({ runs }: { readonly runs: number }): Lane {
  const root = rootOf(import.meta.dirname);
  return {
    async pass() {
      const took: number[] = [];
      for (let run = 0; run < runs; run++) {
        const begun = performance.now();
        const { NODE_TEST_CONTEXT: _, ...env } = process.env;
        const test = spawn(process.execPath, ["--test", "examples/embedding/bot.test.js"], {
          cwd: root,
          env,
          stdio: "ignore",
        });
        const [code] = await once(test, "close");
        if (code !== 0) throw new Error(`the embedding example ended with code ${code}`);
        took.push(performance.now() - begun);
      }
      return { run: median(took) };
    },
  };
}
