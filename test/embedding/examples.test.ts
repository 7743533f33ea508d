import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { botProgram } from "../exam/botProgram.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";

/** The examples do what they say, run as their readers run them. They use the build (`npm test` makes it). */

const ROOT = join(import.meta.dirname, "../..");
const run = promisify(execFile);

test("node-test: a suite that brings its own venue", async () => {
  const environment = { ...process.env, NODE_OPTIONS: "", NODE_TEST_CONTEXT: undefined };
  const { stdout } = await run(
    process.execPath,
    ["--test", "--test-reporter=tap", "examples/node-test/trading.test.js"],
    { cwd: ROOT, env: environment },
  );
  expect(stdout).toContain("# pass 3\n");
  expect(stdout).toContain("# fail 0\n");
});

test("embedding: a bot's life, from order to liquidation", async () => {
  const environment = { ...process.env, NODE_OPTIONS: "", NODE_TEST_CONTEXT: undefined };
  const { stdout } = await run(
    process.execPath,
    ["--test", "--test-reporter=tap", "examples/embedding/bot.test.js"],
    { cwd: ROOT, env: environment },
  );
  expect(stdout).toContain("# pass 4\n");
  expect(stdout).toContain("# fail 0\n");
});

/**
 * What each bot tells first, at a market time that runs fast; where the machine holds it up it adds nothing
 * before its position is gone.
 */
test.each([
  ["market-maker", /^(?:BUY|SELL) 0\.\d+ at \d+\.\d, PnL /m],
  ["trend-follower", /^(?:LONG|SHORT) at \d+\.\d: fast /m],
  [
    "liquidation-watcher",
    /^(?:mark \d+\.\d+ is -?\d\.\d+ % above liquidation at \d+\.\d: 2 USDT added|\w+: \d\.\d+ closed for |the position is gone$)/m,
  ],
] as const)("bots: %s trades on a venue of its own, and goes home", async (name, tells) => {
  const program = botProgram(name, temporaryDirectory());
  const { stdout } = await run(process.execPath, [program, "--speed", "300", "--events", "1"], { cwd: ROOT });
  expect(stdout).toMatch(/^holds nothing, equity \d+(?:\.\d+)? USDT\n/);
  expect(stdout).toMatch(tells);
  expect(stdout).toMatch(new RegExp(`\n${name} ends with \\d+(?:\\.\\d+)? USDT\n$`));
});

test("bots: one joins a venue that runs, with an account of its own", async () => {
  const data = temporaryDirectory();
  await using venue = await startVenue({ data, market: "simulated", limits: "seed" });
  venue.clock.run(300);
  const program = botProgram("market-maker", temporaryDirectory());
  const { stdout } = await run(process.execPath, [program, "--data", data, "--events", "1"], { cwd: ROOT });
  expect(stdout).toMatch(/\nmarket-maker ends with \d+(?:\.\d+)? USDT\n$/);
});

test("bots: no venue is a sentence", async () => {
  const data = temporaryDirectory();
  const bot = () =>
    run(process.execPath, ["examples/bots/market-maker.js", "--data", data], { cwd: ROOT }).catch(
      (error: { code: number; stderr: string }) => error,
    );
  expect(await bot()).toMatchObject({
    code: 1,
    stderr: `there is no ${data}/demo-credentials.json: start a venue there with npm start\n`,
  });
  await writeFile(
    join(data, "demo-credentials.json"),
    JSON.stringify({ baseUrl: "http://127.0.0.1:1", adminToken: "x" }),
  );
  expect(await bot()).toMatchObject({
    code: 1,
    stderr: "no venue answers at http://127.0.0.1:1: start it with npm start\n",
  });
});

test("child-process: a venue for any language", async () => {
  const { stdout } = await run(process.execPath, ["examples/child-process/trade.js"], { cwd: ROOT });
  expect(stdout).toMatch(/^placed \d+\nmarket time 2026-01-01T00:01:00\.000Z\nended with 0\n$/);
});

const PYTHON = ["/usr/bin/python3", "/usr/local/bin/python3"].find((path) => existsSync(path));

/** The Python of a page, block after block, as its readers paste it. */
function pythonOf(page: string): string {
  const blocks = readFileSync(join(ROOT, page), "utf8").matchAll(/```python\n(.*?)```/gs);
  return [...blocks].map(([, block]) => block).join("");
}

test("child-process in Python, as its README has it", async ({ skip }) => {
  if (PYTHON === undefined) return skip("there is no Python here");
  const program = pythonOf("examples/child-process/README.md");
  const here = program.replace(
    '"npx", "--no-install", "outcry"',
    `${JSON.stringify(process.execPath)}, ${JSON.stringify(join(ROOT, "dist/program/main.js"))}`,
  );
  expect(here).not.toBe(program);
  await run(PYTHON, ["-c", here], { cwd: ROOT });
});

test("clients/python, as its README has it", async ({ skip }) => {
  if (PYTHON === undefined) return skip("there is no Python here");
  const env = {
    ...process.env,
    OUTCRY_COMMAND: `'${process.execPath}' '${join(ROOT, "dist/program/main.js")}'`,
    PYTHONPATH: join(ROOT, "clients/python"),
    PYTHONDONTWRITEBYTECODE: "1",
  };
  // Besides, in one millisecond: two requests that say the same are two.
  const program = `${pythonOf("clients/python/README.md")}
import time

moment = time.time()
time.time = lambda: moment
with Venue(prices={"btc": "60000"}) as venue:
    order = {name: value for name, value in order.items() if name != "client_oid"}
    placed = [venue.signed("POST", "/capi/v2/order/placeOrder", order)["order_id"] for _ in range(2)]
    print(len(set(placed)), "orders")`;
  const { stdout } = await run(PYTHON, ["-c", program], { cwd: ROOT, env });
  expect(stdout).toBe("2 orders\n");
});
