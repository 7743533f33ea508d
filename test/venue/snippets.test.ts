import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { filled } from "../../src/pages/terminal/panels/connect/filled.ts";
import { directoryOfFile } from "../host/temporaryDirectory.ts";
import { venueOfFile } from "./venueOfTest.ts";

/** The programs under "Connect your bot", as they stand there, for an account of each position mode. */

const run = promisify(execFile);

const folder = directoryOfFile();

const net = { name: "net", positionMode: "one-way" } as const;
const venue = await venueOfFile({
  ...{ market: "simulated", prehistory: 60, clock: "wall", limits: "seed" },
  accounts: [{ name: "legs" }, net],
});

/** With what each is run; a program that is not there is not tried. */
const RUN_BY: Readonly<Record<string, string>> = {
  ".py": "python3",
  ".mjs": process.execPath,
  ".sh": "bash",
};

const PROGRAMS = join(import.meta.dirname, "../../src/pages/terminal/panels/connect/programs");

const isMissing = (program: string) => spawnSync(program, ["--version"]).error !== undefined;

/** The programs of V2 open a leg, which an account in one-way mode has as its net position. */
const programs = readdirSync(PROGRAMS, { recursive: true, encoding: "utf8" })
  .filter((file) => extname(file) in RUN_BY)
  .flatMap((file) => (["legs", "net"] as const).map((account) => ({ file, account })));

test("there are programs of two dialects", () => {
  expect(new Set(programs.map(({ file }) => dirname(file)))).toEqual(new Set([".", "fapi"]));
});

describe.each(programs)("$file, account $account", ({ file, account }) => {
  const program = RUN_BY[extname(file)]!;

  test.skipIf(isMissing(program))("shows the account and places an order", async () => {
    const key = venue.accounts.find((each) => each.name === account)!;
    const template = readFileSync(join(PROGRAMS, file), "utf8");
    const code = filled(template, venue.baseUrl, { ...key, isDemo: true }, "cmt_btcusdt", true);
    expect(code).not.toContain("{{");
    const bot = join(mkdtempSync(join(folder, "bot-")), basename(file));
    writeFileSync(bot, code.replace('from "ccxt"', `from "${import.meta.resolve("ccxt")}"`));
    const { stdout, stderr } = await run(program, [bot], { encoding: "utf8" });
    expect(stderr).toBe("");
    expect(stdout).toMatch(/available|free/i);
    expect(stdout).toMatch(/order_?id|info/i);
    expect(stdout).not.toMatch(/"?msg"?: ?["'][^"']|errorMessage: ["'][^"']/);
  });
});
