import { spawn } from "node:child_process";
import { entryOf } from "../entry.ts";
import { type Lane, median } from "../lane.ts";

/**
 * A program of `starts/` run again and again. Reads the medians of what it says it took: `ready` and, with
 * its imports, `all`, ms.
 */
export function start({ program, runs }: { readonly program: string; readonly runs: number }): Lane {
  const entry = entryOf(`starts/${program}`);
  return {
    async pass() {
      const took: { readonly ready: number; readonly all: number }[] = [];
      for (let run = 0; run < runs; run++) took.push(JSON.parse(await output(entry)));
      return { ready: median(took.map(({ ready }) => ready)), all: median(took.map(({ all }) => all)) };
    },
  };
}

function output(entry: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [entry.pathname], { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve(text) : reject(new Error(`a start ended with code ${code}`)),
    );
  });
}
