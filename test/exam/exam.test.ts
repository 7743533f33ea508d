import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { defaultContracts } from "../../src/movers/feeds/index.ts";
import type { ExamCase, ExamReport } from "../../src/workbench/exam/index.ts";
import { examCases } from "../../src/workbench/exam/index.ts";
import { openProgramTime } from "../../src/workbench/run/index.ts";
import { Child } from "../cli/child.ts";
import { outcry } from "../cli/inProcess.ts";
import { botProgram, CLIENT_PROGRAM } from "./botProgram.ts";
import { mutants, netMutants } from "./mutants.ts";
import { IN_TIME, oneContract, PATIENT, QUICK_SPEED, useSittings } from "./sittings.ts";

/** Bots as their authors would start them, examined from the command line. */

const { place: PLACE, exam, sit } = useSittings();

/** The three examples: with what each is started, and the checks whose occasion it never gives. */
const BOTS = [
  // The market maker places no order that waits for a price.
  ["market-maker", 1, ["trigger"]],
  // The trend follower follows no book.
  ["trend-follower", QUICK_SPEED, ["depth-gap"]],
  // The liquidation watcher follows no book, places no order that waits, and closes nothing.
  ["liquidation-watcher", 1, ["depth-gap", "trigger", "partial-fill"]],
] as const;

const isMet = (examCase: ExamCase, never: readonly string[]) =>
  !examCase.checks.some(({ name }) => never.includes(name));
const asModule = (program: string) => [process.execPath, "--input-type=module", "-e", program] as const;
const chosen = (some: readonly ExamCase[]) => some.flatMap(({ name }) => ["--paper", name]);

describe.concurrent.each(BOTS)("the %s", (name, speed, never) => {
  const bot = botProgram(name, PLACE);
  const market = ["--market", oneContract(PLACE, speed)];

  test("passes every check of the cases that it meets", IN_TIME, async () => {
    const met = chosen(examCases.filter((examCase) => isMet(examCase, never)));
    const options = [...met, ...market, "--at-once", "4", ...PATIENT, "--require", "all"];
    const { code, named, html, xml, told } = await exam(options, process.execPath, bot);
    expect({ code, failed: named("failed"), open: named("not examined") }, told).toEqual({
      code: 0,
      failed: [],
      open: [],
    });
    expect(html).toContain('<div class="check passed"><h3>lost-answer: passed</h3>');
    expect(html).toMatch(
      /<td><\/td><td>POST .*rder.*: carried out, and the answer lost; open (?:long|short)/,
    );
    expect(xml).toContain('<testsuite name="lost" tests="1" failures="0" skipped="0" errors="0"');
  });

  test("is not examined in what it does not do", async () => {
    const unmet = chosen(examCases.filter((examCase) => !isMet(examCase, never)));
    const options = [...unmet, ...market, "--at-once", "2", "--seconds", "20"];
    const { named, told } = await exam(options, process.execPath, bot);
    expect(named("failed"), told).toEqual([]);
    expect(named("not examined"), told).toEqual(expect.arrayContaining([...never]));
  });
});

test(
  "a bot of the fapi dialect sits cases in one-way mode, and is told in its dialect's words",
  IN_TIME,
  async () => {
    const bot = botProgram("net-maker", PLACE);
    const cases = ["throttled", "lost", "partial", "pushes", "triggered"].flatMap((name) => [
      "--paper",
      name,
    ]);
    const market = ["--market", oneContract(PLACE), "--position-mode", "one-way"];
    const options = [...cases, ...market, "--at-once", "5", ...PATIENT, "--require", "all"];
    const { code, named, html, told } = await exam(options, process.execPath, bot);
    expect({ code, failed: named("failed") }, told).toEqual({ code: 0, failed: [] });
    expect(named("passed")).toEqual(
      ["depth-gap", "duplicate", "lost-answer", "partial-fill", "rate-limit", "trigger"].toSorted(),
    );
    expect(html).toContain("POST /fapi/v1/batchOrders: 429");
    expect(html).toMatch(/buy 0\.0100 BTCUSDT at \d+\.\d; sell 0\.0100 BTCUSDT at /);
  },
);

/** Holds a position and a stop that closes it, by the path of orders, until it has the position no more. */
const STOPPED_BY_ORDER = `import binance from "binance";
  const { OUTCRY_BASE_URL: baseUrl, OUTCRY_API_KEY: api_key, OUTCRY_API_SECRET: api_secret } = process.env;
  const client = new binance.USDMClient({ baseUrl, api_key, api_secret, recvWindow: 60_000 });
  const symbol = "BTCUSDT";
  await client.submitNewOrder({ symbol, side: "BUY", type: "MARKET", quantity: 0.01 });
  const stop = { type: "STOP_MARKET", stopPrice: 50_000, closePosition: "true" };
  await client.submitNewOrder({ symbol, side: "SELL", ...stop });
  const held = async () => Number((await client.getPositionsV3({ symbol }))[0]?.positionAmt ?? 0);
  while ((await held()) > 0) await new Promise((resolve) => setTimeout(resolve, 100));`;

test(
  "a bot that places its stops as orders is examined where the wire profile takes them",
  IN_TIME,
  async () => {
    const market = ["--market", oneContract(PLACE), "--position-mode", "one-way"];
    const sitting = (...options: readonly string[]) =>
      exam(["--paper", "triggered", ...market, ...options, ...PATIENT], ...asModule(STOPPED_BY_ORDER));
    const taken = await sitting("--wire", "seed,conditionalOrders=both");
    expect({ code: taken.code, passed: taken.named("passed") }, taken.told).toEqual({
      code: 0,
      passed: ["trigger"],
    });
    const { told } = await sitting();
    expect(told).toContain("it had no order that waits for a price");
    expect(told).toContain("-4120");
  },
);

/** A bot that places by messages; an answer that does not come it asks for with the same bytes. */
const BY_SOCKET = `import { createHmac } from "node:crypto";
  const { OUTCRY_WS_URL, OUTCRY_API_KEY: apiKey, OUTCRY_API_SECRET: secret } = process.env;
  let id = 0;
  const signed = (params) => {
    const whole = { ...params, apiKey, timestamp: Date.now(), recvWindow: 60000 };
    const text = Object.keys(whole).sort().map((name) => name + "=" + whole[name]).join("&");
    const signature = createHmac("sha256", secret).update(text).digest("hex");
    return JSON.stringify({ id: ++id, method: "order.place", params: { ...whole, signature } });
  };
  const answer = (message) => new Promise((resolve) => {
    const socket = new WebSocket(OUTCRY_WS_URL + "/ws-fapi/v1");
    socket.onopen = () => socket.send(message);
    socket.onmessage = ({ data }) => { resolve(JSON.parse(data)); socket.close(); };
    socket.onclose = () => resolve(undefined);
  });
  const order = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC", price: "50000.0" };
  const message = signed({ ...order, quantity: "0.01" });
  console.log(await answer(message));
  console.log(JSON.stringify(await answer(signed({ ...order, quantity: "0.012345678" }))));
  console.log(JSON.stringify(await answer(message)));`;

test(
  "a bot that places by messages on a socket is seen to, and told in its dialect's words",
  IN_TIME,
  async () => {
    const market = ["--market", oneContract(PLACE), "--position-mode", "one-way"];
    const options = ["--paper", "lost", ...market, ...PATIENT, "--require", "all"];
    const { code, named, report, told } = await exam(options, ...asModule(BY_SOCKET));
    expect({ code, passed: named("passed") }, told).toEqual({ code: 0, passed: ["lost-answer"] });
    const { happenings } = report.papers[0]!;
    const asked = happenings.filter((each) => each.type === "asked");
    const placed = { operation: "POST /fapi/v1/order", does: "places" };
    const order = { symbol: "BTCUSDT", action: "buy", size: "0.01", price: "50000.0", refusal: "" };
    expect(asked).toMatchObject([
      { ...placed, fault: "answer-lost", orders: [order] },
      { ...placed, status: 400, reason: expect.stringMatching(/^-1111 Precision is over the maximum/) },
      { ...placed, status: 200, orders: [order] },
    ]);
    expect(JSON.stringify(report)).toContain("sent the same bytes again");
  },
);

// The others' happenings are recorded (recorded.test.ts).
test.concurrent.each([...mutants, ...netMutants].filter(({ sits }) => sits))(
  "a $bot that breaks $breaks fails that, and nothing else",
  IN_TIME,
  async (mutant) => {
    const { code, named, stderr, told } = await sit(mutant);
    expect(named("failed"), told).toEqual(mutant.breaks.toSorted());
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(`failed: ${mutant.breaks.join(", ")}`),
    });
  },
);

test("a bot that does nothing passes nothing", async () => {
  const market = ["--market", oneContract(PLACE)];
  const options = [...market, "--seconds", "2", "--at-once", String(examCases.length)];
  const { code, stderr, named, xml } = await exam(
    options,
    process.execPath,
    "-e",
    "setInterval(() => {}, 1000)",
  );
  expect(named("not examined")).toEqual(
    examCases.flatMap(({ checks }) => checks.map(({ name }) => name)).toSorted(),
  );
  expect(code).toBe(1);
  expect(stderr).toContain("nothing was examined: the bot did nothing that a check could look at");
  expect(xml).toContain('<skipped message="not examined: no order was asked for');
});

test.concurrent.each([1, 60])(
  "a bot finds a past of every interval, in a market %i times its speed",
  async (speed) => {
    const asked = `for (const interval of ["1m", "15m", "1d"]) {
      const path = "/capi/v2/market/candles?symbol=cmt_ethusdt&limit=1000&granularity=" + interval;
      const candles = await (await fetch(process.env.OUTCRY_BASE_URL + path)).json();
      console.log(interval, candles.length);
    }`;
    const options = ["--paper", "fine", "--symbol", "cmt_ethusdt", "--market-speed", String(speed)];
    const { told } = await exam(options, process.execPath, "--input-type=module", "-e", asked);
    expect(told).toContain(String.raw`1m 1000\n15m 1000\n1d 1000\n`);
  },
);

/** What a bot that prints what is listed, and dies of it, is seen to print last. */
const LISTS = `for (let i = 0; i < 20; i++) console.log("line", i);
  const answer = await fetch(process.env.OUTCRY_BASE_URL + "/capi/v2/market/contracts");
  console.log((await answer.json()).map(({ symbol }) => symbol).join(" "));
  throw new Error("a contract is missing");`;

test("a case says when it begins, when it is over, and what a bot printed last that ended by itself", async () => {
  const { stderr } = await exam(["--paper", "lost", "--market", oneContract(PLACE)], ...asModule(LISTS));
  expect(stderr).toMatch(/^lost {10}begins: an order is placed, and its answer lost$/m);
  expect(stderr).toMatch(/^lost {10}over after \d+\.\d s: lost-answer not examined$/m);
  expect(stderr).toContain("the bot ended with code 1, and printed last:");
  expect(stderr).toContain("Error: a contract is missing");
  expect(stderr).not.toContain("line 0\n");
});

test("every contract of a fresh venue is listed, or those of a file", async () => {
  const listed = async (...options: readonly string[]) => {
    const { told } = await exam(["--paper", "coarse", ...options], ...asModule(LISTS));
    return /cmt_[a-z_ ]+usdt/.exec(told)?.[0].split(" ").toSorted();
  };
  const fresh = defaultContracts.map(({ listing }) => listing.symbol).toSorted();
  expect(await listed("--symbol", "cmt_ethusdt")).toEqual(fresh);
  const file = join(PLACE, "market.json");
  const avax = { symbol: "cmt_avaxusdt", baseCoin: "AVAX", priceDecimals: 3, sizeDecimals: 1 };
  writeFileSync(file, JSON.stringify({ contracts: [{ symbol: "cmt_btcusdt" }, avax] }));
  expect(await listed("--market", file, "--symbol", "cmt_avaxusdt")).toEqual(["cmt_avaxusdt", "cmt_btcusdt"]);
  const { code, stderr } = await outcry("exam", "--market", file, "--symbol", "cmt_ethusdt", "--", "true");
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/--symbol is one of cmt_btcusdt, cmt_avaxusdt, got 'cmt_ethusdt'/),
  });
});

test("--speed lets the bot's own time pass faster, with the venue's: a bot that waits minutes is examined", async ({
  skip,
}) => {
  try {
    openProgramTime([process.execPath], process.env, 20).close();
  } catch (error) {
    return skip((error as Error).message);
  }
  const waits = `const { V2Client } = await import(${JSON.stringify(CLIENT_PROGRAM)});
    const { OUTCRY_BASE_URL: baseUrl, OUTCRY_API_KEY: apiKey, OUTCRY_API_SECRET: secret } = process.env;
    const credentials = { apiKey, secret, passphrase: process.env.OUTCRY_API_PASSPHRASE };
    const client = new V2Client({ baseUrl, credentials, timeoutMs: 900_000, retries: 0 });
    await new Promise((resolve) => setTimeout(resolve, 180_000));
    const order = { symbol: "cmt_btcusdt", size: "0.005", type: "1", order_type: "3", match_price: "1" };
    await client.orders.place(order);
    await new Promise((resolve) => setTimeout(resolve, 60_000));`;
  const options = ["--paper", "coarse", "--speed", "20", "--require", "all"];
  const { code, told, report } = await exam(options, ...asModule(waits));
  expect(code, told).toBe(0);
  expect(report.speed).toBe(20);
  const [first] = report.papers;
  const placed = first!.happenings.find((each) => each.type === "asked" && each.does === "places");
  expect(placed!.atMs).toBeGreaterThanOrEqual(180_000);
});

test.each([
  [["--paper", "x", "--", "true"], /--paper is one of throttled, lost, .*, got 'x'/],
  [["--require", "x", "--", "true"], /--require is all, or checks .*, got 'x'/],
  [
    ["--paper", "lost", "--require", "rate-limit", "--", "true"],
    /--require is all, .*\(lost-answer\), got 'rate-limit'/,
  ],
  [
    ["--symbol", "cmt_xyzusdt", "--", "true"],
    /--symbol is one of cmt_btcusdt, cmt_ethusdt, .*, got 'cmt_xyzusdt'/,
  ],
  [
    ["--market", "none.json", "--", "true"],
    /--market must be a scenario file; none.json cannot be read \(ENOENT\)/,
  ],
  [
    ["--market", "x.json", "--market-speed", "2", "--", "true"],
    /--market-speed is not for --market: a scenario has its own clock.speed/,
  ],
  [["--speed", "0", "--", "true"], /--speed must be a number above 0 and at most 1000, got '0'/],
  [
    ["--market-speed", "1.5", "--", "true"],
    /--market-speed must be a whole number from 1 to 1000, got '1.5'/,
  ],
  [["--seconds", "0", "--", "true"], /--seconds must be a whole number from 1 to 3600, got '0'/],
  [
    ["--report", "exam.txt", "--", "true"],
    /--report must be a file named .html or .json or .xml, got 'exam.txt'/,
  ],
  [[], /the bot's program is missing/],
])("%j is refused", async (words, said) => {
  const { code, stderr } = await outcry("exam", "--unguarded", ...words);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(said) });
});

test("--list says which cases and checks there are, and runs nothing", async () => {
  const { code, stdout } = await outcry("exam", "--list", "--paper", "lost");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^lost: an order is placed, and its answer lost\n {2}lost-answer: when the answer/);
});

test(
  "told to end, it ends the case under way, begins no further one, and says which were not sat",
  IN_TIME,
  async () => {
    const file = join(PLACE, "broken-off.json");
    const cases = chosen(examCases.slice(0, 3));
    const options = ["--unguarded", "--report", file, ...cases, "--market", oneContract(PLACE), ...PATIENT];
    const examiner = new Child(["exam", ...options, "--", ...asModule("setInterval(() => {}, 1000)")]);
    while (!examiner.stderr.includes("begins")) await once(examiner.process.stderr!, "data");
    examiner.kill("SIGTERM");
    expect(await examiner.exited(), examiner.stderr).toBe(1);
    expect(examiner.stderr.match(/begins/g)).toEqual(["begins"]);
    expect(examiner.stderr).toContain("the examination was broken off; until then, nothing was examined");
    const { papers } = JSON.parse(readFileSync(file, "utf8")) as ExamReport;
    expect(papers.map(({ paper, checks }) => [paper, checks[0]!.result, checks[0]!.observed])).toEqual([
      ["throttled", "not examined", expect.not.stringContaining("broken off")],
      ["lost", "not examined", "the examination was broken off before"],
      ["refused", "not examined", "the examination was broken off before"],
    ]);
  },
);

test("a report that could not be written is refused before anything begins", async () => {
  for (const command of ["exam", "run"]) {
    const nowhere = join(PLACE, "nowhere", "report.json");
    const { code, stderr } = await outcry(command, "--unguarded", "--report", nowhere, "--", "true");
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `error: --report ${nowhere} cannot be written (ENOENT)\n`,
    });
  }
});
