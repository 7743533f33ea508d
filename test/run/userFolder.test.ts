import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { MAIN } from "../cli/child.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";

/**
 * A user's program, started by npm from another folder than the repository: folder, files and interpreter are
 * the user's.
 */

/** What the program writes down of where it is; each line is one fact. */
const SAY = `
{ pwd; cat bot.conf; interpreter; } > said.txt
for name in BASE_URL WS_URL API_KEY API_SECRET API_PASSPHRASE; do
  eval "test -n \\"\\$OUTCRY_$name\\"" && echo "$name" >> said.txt
done
`;
const VARIABLES = ["BASE_URL", "WS_URL", "API_KEY", "API_SECRET", "API_PASSPHRASE"];

/** A package of the repository's name whose script is the repository's, without the set-up before it. */
function packageFolder(): string {
  const folder = temporaryDirectory();
  const scripts = { outcry: `"${process.execPath}" "${MAIN}"` };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "outcry", scripts }));
  // npm puts this folder first in the path, with an interpreter that is not the user's.
  program(join(folder, "node_modules/.bin/interpreter"), "echo package");
  return folder;
}

function program(file: string, script: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

test.for([
  ["run", ["--market", "empty", "--prehistory", "0"], []],
  ["exam", ["--paper", "funding", "--seconds", "900", "--market", "market.json"], []],
  ["run", ["--market", "empty", "--prehistory", "0"], ["--cwd", "strategies"]],
] as const)("%s %j %j", ([command, options, cwd]) => {
  const user = realpathSync(temporaryDirectory());
  const folder = join(user, cwd[1] ?? ".");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "bot.conf"), "tick 0.1\n");
  writeFileSync(join(folder, "say.sh"), SAY);
  writeFileSync(
    join(user, "market.json"),
    JSON.stringify({ prehistory: 0, contracts: [{ symbol: "cmt_btcusdt" }] }),
  );
  program(join(user, "bin/interpreter"), "echo user");
  const words = ["run", "outcry", "--silent", "--prefix", packageFolder(), "--", command, "--unguarded"];
  const { stderr } = spawnSync(
    "npm",
    [...words, ...options, ...cwd, "--report", "report.json", "--", "sh", "say.sh"],
    {
      cwd: user,
      encoding: "utf8",
      env: { ...process.env, PATH: [join(user, "bin"), process.env["PATH"]].join(delimiter) },
    },
  );
  const said = readFileSync(join(folder, "said.txt"), "utf8").trimEnd().split("\n");
  expect(said, stderr).toEqual([folder, "tick 0.1", "user", ...VARIABLES]);
  expect(JSON.parse(readFileSync(join(folder, "report.json"), "utf8")), stderr).toBeTypeOf("object");
});

test("a folder that is not there is named", () => {
  const user = realpathSync(temporaryDirectory());
  const words = [MAIN, "run", "--cwd", "nowhere", "--", "true"];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: user, encoding: "utf8" });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: `error: --cwd ${join(user, "nowhere")} cannot be entered (ENOENT)\n`,
  });
});
