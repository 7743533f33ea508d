import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { namespacesHere } from "../../src/workbench/run/guard/guard.ts";
import type { RunReport } from "../../src/workbench/run/index.ts";
import { Child, MAIN } from "../cli/child.ts";
import { outcry } from "../cli/inProcess.ts";
import { oneContract } from "../exam/sittings.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";

/**
 * Programs that know nothing of the venue, run as they are: their hosts reach it, and nothing else is there.
 */

const PROGRAMS = join(import.meta.dirname, "programs");
const API = "api-contract.example.com";
const SOCKETS = "ws-contract.example.com";
const ELSEWHERE = "telemetry.example.net";
const QUICK = ["--market", "empty", "--prehistory", "0", "--price", "btc=60000"];

const namespaces = namespacesHere();
const refusal = typeof namespaces === "string" ? namespaces : undefined;

/** Passes over what cannot be run here. */
function needsGuard({ skip }: { readonly skip: (why: string) => void }): void {
  if (refusal !== undefined) skip(refusal);
}

/** Runs a program to its end. */
async function run(options: readonly string[], ...command: readonly string[]) {
  const file = join(temporaryDirectory(), "report.json");
  const child = new Child(["run", ...QUICK, "--report", file, ...options, "--", ...command]);
  const code = await child.exited();
  const report = () => JSON.parse(readFileSync(file, "utf8")) as RunReport;
  return { code, stdout: child.stdout, stderr: child.stderr, report };
}

const standIns = ["--stand-in", API, "--stand-in", SOCKETS];

/** The first Python that has a module. */
function pythonWith(module: string): string | undefined {
  return ["python3", "/usr/bin/python3", "/usr/local/bin/python3"].find(
    (python) => spawnSync(python, ["-c", `import ${module}`]).status === 0,
  );
}

interface Case {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** What must be installed for it. */
  readonly needs?: string;
  readonly says: readonly string[];
}

const node = process.execPath;
const python = (module: string, ...says: readonly string[]): Case => ({
  name: module,
  command: [pythonWith(module) ?? "python3", `${module}_bot.py`],
  ...(pythonWith(module) === undefined && { needs: `Python's ${module}` }),
  says: [...says, "elsewhere refused"],
});

const cases: readonly Case[] = [
  {
    name: "curl",
    command: ["sh", "curl.sh"],
    ...(spawnSync("curl", ["--version"]).status !== 0 && { needs: "curl" }),
    says: ['"timestamp":1\n"timestamp":1\n', "elsewhere 6", "address "],
  },
  { name: "ws", command: [node, "ws.mjs"], says: ["pushed ticker.cmt_btcusdt", "elsewhere ENOTFOUND"] },
  {
    name: "fetch and WebSocket",
    command: [node, "fetch.mjs"],
    says: ["time true", "pushed", "elsewhere ENOTFOUND"],
  },
  {
    name: "Java",
    command: ["java", "Bot.java"],
    // The program in Java is compiled as it starts.
    ...(spawnSync("javac", ["-version"]).status !== 0 && { needs: "a JDK" }),
    says: ["time true", "pushed", "elsewhere refused"],
  },
  python("requests", "time True"),
  python("httpx", "time True"),
  python("aiohttp", "time True", "pushed"),
  python("websockets", "pushed"),
  python("websocket", "pushed"),
];

describe("a program with its hosts in its source", () => {
  beforeEach(needsGuard);
  const here = cases.filter(({ needs }) => needs === undefined);
  /** All that can be run here, one after the other in one run: a section each, with what it ended with. */
  let running: ReturnType<typeof runAll> | undefined;
  const allRun = () => {
    running ??= runAll();
    return running;
  };
  const runAll = async () => {
    const lines = here.map(({ name, command: [file, script] }) => {
      const words = [file, join(PROGRAMS, script!)].map((word) => `'${word}'`).join(" ");
      return `echo '== ${name}'; ${words}; echo "ended with $?"`;
    });
    const ended = await run(standIns, "sh", "-c", lines.join("\n"));
    return { ...ended, report: ended.report() };
  };

  test.for(cases)("$name", async ({ name, needs, says }, { skip }) => {
    if (needs !== undefined) return skip(`${needs} is not installed here`);
    const { stdout, stderr } = await allRun();
    const said = stdout.split("== ").find((section) => section.startsWith(`${name}\n`));
    for (const text of [...says, "ended with 0\n"]) expect(said, stderr).toContain(text);
  });

  test("all of them trusted what they found, and nothing else was there", async () => {
    const { code, report } = await allRun();
    const { guarded, distrusted, elsewhere } = report;
    // On a busy machine a client may try an address again before its first connection has said anything.
    const refused = distrusted.filter(({ reason }) => reason !== "went away without a request");
    expect({ code, guarded, refused }).toEqual({ code: 0, guarded: true, refused: [] });
    const found = elsewhere.find(({ host, attempt }) => host === ELSEWHERE && attempt === "name");
    expect(found?.times).toBeGreaterThanOrEqual(here.length);
  });

  test("Go", async ({ skip }) => {
    if (spawnSync("go", ["version"]).status !== 0) return skip("Go is not installed here");
    const program = join(temporaryDirectory(), "bot");
    const built = spawnSync("go", ["build", "-o", program, join(PROGRAMS, "bot.go")], { encoding: "utf8" });
    expect(built.status, built.stderr).toBe(0);
    const { code, stdout, stderr, report } = await run(standIns, program);
    expect(stdout, stderr).toBe("time true\nelsewhere refused\n");
    expect(code).toBe(0);
    expect(report()).toMatchObject({ distrusted: [], requests: { total: 1, refused: 0 } });
  });

  test("axios, with its key in its source as well: it trades, and the report says what came of it", async () => {
    const file = join(temporaryDirectory(), ".env");
    writeFileSync(file, "K=bot-key-0123456789\nS=bot-secret-0123456789\nP=botpassphrase\n");
    const keys = ["--key-env", "K,S,P", "--key-file", file];
    const { code, stdout, stderr, report } = await run(
      [...standIns, ...keys, "--market", "simulated"],
      node,
      join(PROGRAMS, "axios.mjs"),
    );
    expect(stdout, stderr).toBe("position LONG 0.0100\nrefused 40015\nelsewhere ENOTFOUND\n");
    expect(code).toBe(0);
    const { requests, accounts, elsewhere } = report();
    expect(requests).toMatchObject({
      total: 4,
      refused: 1,
      uncounted: 0,
      operations: [
        { operation: "POST /capi/v2/order/placeOrder", requests: 3, refused: 1 },
        { operation: "GET /capi/v2/account/position/allPosition", requests: 1, refused: 0 },
      ],
      refusals: [{ code: "40015", operation: "POST /capi/v2/order/placeOrder", times: 1 }],
    });
    expect(requests.refusals[0]!.reason).toContain("stepSize");
    expect(elsewhere).toEqual([{ host: ELSEWHERE, attempt: "name", times: expect.any(Number) }]);
    expect(accounts).toHaveLength(1);
    const [account] = accounts;
    expect(account).toMatchObject({
      name: "demo-1",
      orders: { placed: 2, filled: 1, canceled: 0, live: 1 },
      fills: expect.any(Number),
      equityBefore: "100000",
      realized: "0",
      positions: [{ symbol: "cmt_btcusdt", leg: "long", size: "0.0100" }],
    });
    const { fills } = account!;
    expect(fills).toBeGreaterThanOrEqual(1); // as the book stands
    // 0.06 % of what it bought, rounded for each fill, and what its position lost or won since.
    const exact = Number(account!.traded) * 0.0006;
    expect(Math.abs(Number(account!.fees) - exact)).toBeLessThanOrEqual(fills * 1e-8);
    expect(Number(account!.pnl)).toBeCloseTo(Number(account!.equityAfter) - 100_000, 8);
    const { performance } = account!;
    expect(performance).toMatchObject({ fills, turnover: account!.traded, fees: account!.fees });
    expect(Number(performance.pnl)).toBeCloseTo(Number(performance.equityAfter) - 100_000, 8);
    expect(performance.contracts).toMatchObject([{ symbol: "cmt_btcusdt", fills }]);
    expect(account!.equityCurve.at(-1)!.equity).toBe(account!.equityAfter);
  });
});

test("what a scenario expects in vain ends the run with 1, though the program did well", async ({ skip }) => {
  if (refusal !== undefined) return skip(refusal);
  const scenario = join(temporaryDirectory(), "scenario.json");
  const timeline = [
    { atMs: 0, expect: "fund", is: { wallet: "1" } },
    { atMs: 1, do: "prices/push", with: { prices: { btc: "61234.5" } } },
  ];
  writeFileSync(scenario, JSON.stringify({ participants: false, timeline }));
  const wait = `
    const ask = () => fetch(process.env.API + "/capi/v2/market/ticker?symbol=cmt_btcusdt").then((answer) => answer.json())
      .then(({ indexPrice }) => (Number(indexPrice) === 61234.5 ? console.log("moved") : ask()));
    ask();`;
  const options = ["--market", scenario, "--env", "API={baseUrl}"];
  const { code, stdout, stderr, report } = await run(options, node, "-e", wait);
  expect({ code, stdout }, stderr).toEqual({ code: 1, stdout: "moved\n" });
  expect(stderr).toContain("expectations 0 met, 1 broken");
  expect(stderr).toContain('timeline.0  fund is {"wallet":"1"}: wallet must be "1", got "1000000"');
  expect(report()).toMatchObject({ exitCode: 0, moments: [{ state: "broken" }, { path: "timeline.1" }] });
});

describe("the guard", () => {
  beforeEach(needsGuard);
  test("nothing of the machine's own network is there, not even its loopback", async () => {
    let connections = 0;
    const server = createServer(() => connections++).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const knock = `require("net").connect(${port}, "127.0.0.1").on("error", (e) => console.log(e.code)).on("connect", () => process.exit(9))`;
    const { code, stdout, report } = await run([], node, "-e", knock);
    expect({ code, stdout, connections }).toEqual({ code: 0, stdout: "ECONNREFUSED\n", connections: 0 });
    expect(report().elsewhere).toEqual([{ host: "a port with nobody behind it", attempt: "port", times: 1 }]);
  });

  test("an address without a name is told with its port", async () => {
    const knock = `require("net").connect(443, "192.0.2.7").on("error", () => {})`;
    const { report } = await run([], node, "-e", knock);
    expect(report().elsewhere).toEqual([{ host: "192.0.2.7:443", attempt: "address", times: 1 }]);
  });

  test("addresses on other ports are counted, and the venue is at either loopback", async () => {
    const knock = `
      const { connect } = require("net");
      const { port } = new URL(process.env.API);
      for (const [port, host] of [[5432, "192.0.2.7"], [8443, "192.0.2.8"], [8080, "192.0.2.7"]]) connect(port, host).on("error", () => {});
      fetch("http://localhost:" + port + "/capi/v2/market/time").then(({ status }) => console.log(status));`;
    const { stdout, report } = await run(["--env", "API={baseUrl}"], node, "-e", knock);
    expect(stdout).toBe("200\n");
    expect(report().elsewhere).toEqual([{ host: "a port with nobody behind it", attempt: "port", times: 3 }]);
  });

  test("who does not trust the certificate is in the report, and --ca-file is the way", async () => {
    const pinned = join(temporaryDirectory(), "pinned.pem");
    writeFileSync(pinned, "");
    const get = `
      const ca = require("fs").readFileSync(${JSON.stringify(pinned)});
      require("https").get({ host: "${API}", path: "/capi/v2/market/time", ca: ca.length === 0 ? [] : ca }, (answer) => console.log(answer.resume().statusCode))
        .on("error", ({ code }) => console.log(code));`;
    const without = await run(standIns, node, "-e", get);
    expect(without.stdout).toBe("UNABLE_TO_VERIFY_LEAF_SIGNATURE\n");
    expect(without.report().distrusted).toEqual([
      { host: API, reason: "went away without a request", times: 1, trusting: 0 },
    ]);
    expect(without.stderr).toContain("--ca-file");
    expect(without.stderr).not.toContain("Java");
    const pinnedNow = await run([...standIns, "--ca-file", pinned], node, "-e", get);
    expect(pinnedNow.stdout).toBe("200\n");
    expect(readFileSync(pinned, "utf8")).toBe("");
  });

  test("connections that a program keeps in reserve are no sign that it does not trust the certificate", async () => {
    const reserve = `
      const spare = require("tls").connect({ host: "${API}", port: 443, servername: "${API}" });
      spare.on("secureConnect", async () => {
        await (await fetch("https://${API}/capi/v2/market/time")).text();
        spare.on("close", () => process.exit()).destroy();
      });`;
    const { code, stderr, report } = await run(standIns, node, "-e", reserve);
    expect(code, stderr).toBe(0);
    expect(report().distrusted).toEqual([
      { host: API, reason: "went away without a request", times: 1, trusting: 1 },
    ]);
    expect(stderr).toContain(`In reserve  ${API}: 1 connections without a request, beside 1 with some`);
    expect(stderr).not.toMatch(/broken off|--ca-file/);
  });

  test("the program's environment: placeholders, no proxies", async () => {
    const file = join(temporaryDirectory(), "report.json");
    const env = ["API={baseUrl}/capi/v2", "WS={wsUrl}", "KEY={apiKey}:{passphrase}"].flatMap((each) => [
      "--env",
      each,
    ]);
    const print = `const e = process.env; console.log(JSON.stringify([e.API, e.WS, e.KEY, e.HTTPS_PROXY, e.https_proxy]))`;
    const child = new Child(["run", ...QUICK, ...env, "--report", file, "--", node, "-e", print], {
      HTTPS_PROXY: "http://proxy.example:1",
      https_proxy: "http://proxy.example:1",
    });
    await child.exited();
    const [api, ws, key, ...proxies] = JSON.parse(child.stdout) as readonly string[];
    expect(api).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/capi\/v2$/);
    expect(ws).toBe(api!.replace("http", "ws").replace("/capi/v2", ""));
    expect(key).toMatch(/^ok_\w+:\w+$/);
    expect(proxies).toEqual([null, null]);
  });

  test("somebody who is not root has it as well, and stays who they are", async ({ skip }) => {
    if (process.getuid!() !== 0) return skip("every other test here is one of somebody who is not root");
    const somebody = { uid: 61_234, gid: 61_234, encoding: "utf8" } as const;
    const probe = spawnSync("unshare", ["--user", "--net", node, MAIN, "--version"], somebody);
    if (probe.status !== 0)
      return skip(`only root has namespaces here, or the build: ${probe.stderr ?? probe.error}`);
    const words = [
      "sh",
      "-c",
      `id -u; id -g; curl -sS -f -o /dev/null https://${API}/capi/v2/market/time && echo reached; umount /etc/hosts 2>/dev/null || echo kept`,
    ];
    const command = [MAIN, "run", ...QUICK, ...standIns, "--", ...words];
    const { stdout, stderr } = spawnSync(node, command, somebody);
    expect(stdout, stderr).toBe("61234\n61234\nreached\nkept\n");
  });
});

describe("the end", () => {
  beforeEach(needsGuard);
  test("the program's exit code is ours, and the report is printed", async () => {
    const html = join(temporaryDirectory(), "report.html");
    const { code, stderr } = await run(["--report", html], "sh", "-c", "exit 7");
    expect(code).toBe(7);
    expect(stderr).toContain("exit code 7");
    expect(readFileSync(html, "utf8")).toContain("<h2>Requests: 0, refused 0</h2>");
  });

  test("a signal is the program's to obey, and the report comes all the same", async () => {
    const obey = `process.on("SIGTERM", () => process.exit(3)); setInterval(() => {}, 1000); console.log("here")`;
    const child = new Child(["run", ...QUICK, "--", node, "-e", obey]);
    await child.said();
    child.kill("SIGTERM");
    expect(await child.exited()).toBe(3);
    expect(child.stderr).toContain("exit code 3");
  });

  test("when outcry is killed, neither the program nor a file is left behind", async () => {
    const wait = `setInterval(() => {}, 1000); console.log("here")`;
    const directory = temporaryDirectory();
    const child = new Child(["run", ...QUICK, "--", node, "-e", wait], { TMPDIR: directory });
    await child.said();
    expect(readdirSync(directory)).toHaveLength(1);
    child.kill("SIGKILL");
    // The output of `outcry run` closes when everybody who could write to it is gone.
    await child.exited();
    expect(child.stdout).toBe("here\n");
    expect(readdirSync(directory)).toEqual([]);
  });

  test("a program that is not there is a sentence", async () => {
    const { code, stderr } = await run([], "no-such-program");
    expect(code).toBe(1);
    expect(stderr).toContain("error: there is no program no-such-program\n");
  });
});

describe("without a guard", () => {
  test("two runs see one market: what is random is drawn from 1 where neither option nor scenario says otherwise", async () => {
    const asks = `const answer = await fetch(process.env.URL + "/capi/v2/market/depth?symbol=cmt_btcusdt");
      console.log(JSON.stringify((await answer.json()).asks));`;
    const options = ["--unguarded", "--market", "simulated", "--clock", "test", "--env", "URL={baseUrl}"];
    const seen = async (...more: readonly string[]) =>
      (await run([...options, ...more], node, "--input-type=module", "-e", asks)).stdout;
    const first = await seen();
    expect(JSON.parse(first)[0]).toHaveLength(2);
    expect(await seen("--seed", "1")).toBe(first);
    expect(await seen("--seed", "2")).not.toBe(first);
  });

  test("what a user got wrong is a sentence: a program that is not there, one that is none, a key that the venue does not take", async () => {
    const lines = async (...words: readonly string[]) => {
      const { code, stderr } = await outcry(...words);
      return [code, stderr.split("\n").filter((line) => /error:|^ {4}at /.test(line))];
    };
    const file = join(temporaryDirectory(), "program");
    writeFileSync(file, "", { mode: 0o644 });
    for (const command of [
      ["run", ...QUICK],
      ["exam", "--paper", "lost", "--market", oneContract(temporaryDirectory())],
    ]) {
      const missing = "error: there is no program no-such-program";
      expect(await lines(...command, "--unguarded", "--", "no-such-program")).toEqual([1, [missing]]);
      const unstarted = `error: ${file} cannot be started: spawn ${file} EACCES`;
      expect(await lines(...command, "--unguarded", "--", file)).toEqual([1, [unstarted]]);
      const keys = join(temporaryDirectory(), ".env");
      writeFileSync(keys, "K=bot-key-0123456789\nS=bot-secret-0123456789\nP=not!a#passphrase\n");
      const own = ["--key-env", "K,S,P", "--key-file", keys];
      const wrong = expect.stringMatching(/^error: .*passphrase/);
      expect(await lines(...command, "--unguarded", ...own, "--", "true")).toEqual([1, [wrong]]);
    }
  });

  const get = `https://${API}/capi/v2/market/time`;
  test.for([
    {
      name: "axios",
      needs: undefined,
      command: [
        node,
        "--input-type=module",
        "-e",
        `import axios from "axios";
         console.log((await axios.get("${get}")).status);
         await axios.get("https://${ELSEWHERE}/").catch(() => console.log("refused"));`,
      ],
    },
    {
      name: "Python's requests",
      needs: pythonWith("requests") === undefined ? "Python's requests" : undefined,
      command: [
        pythonWith("requests") ?? "python3",
        "-c",
        `import requests\nprint(requests.get("${get}").status_code)\ntry:\n  requests.get("https://${ELSEWHERE}/")\nexcept requests.exceptions.ProxyError:\n  print("refused")`,
      ],
    },
    {
      name: "Java",
      needs: spawnSync("javac", ["-version"]).status !== 0 ? "a JDK" : undefined,
      command: ["java", join(PROGRAMS, "Asker.java")],
    },
  ])("$name takes the proxy", async ({ needs, command }, { skip }) => {
    if (needs !== undefined) return skip(`${needs} is not installed here`);
    const { stdout, stderr, report } = await run(["--unguarded", ...standIns], ...command);
    expect(stdout, stderr).toBe("200\nrefused\n");
    expect(report().elsewhere).toEqual([{ host: ELSEWHERE, attempt: "proxy", times: 1 }]);
  });

  test("a client that takes a proxy reaches the venue, its other hosts are refused, and it says what it cannot prevent", async ({
    skip,
  }) => {
    if (spawnSync("curl", ["--version"]).status !== 0) return skip("curl is not installed here");
    const gets = [`https://${API}/capi/v2/market/time`, `http://${API}/capi/v2/market/time`];
    const script = `${gets.map((url) => `curl -sS -f -o /dev/null ${url} && echo reached`).join("; ")}; curl -sS https://${ELSEWHERE}/ 2>/dev/null; echo $?`;
    const { code, stdout, stderr, report } = await run(["--unguarded", ...standIns], "sh", "-c", script);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "reached\nreached\n56\n" });
    expect(stderr).toContain("unguarded: the program has the network of this machine");
    expect(report()).toMatchObject({
      guarded: false,
      elsewhere: [{ host: ELSEWHERE, attempt: "proxy", times: 1 }],
      requests: { total: 2, refused: 0 },
    });
  });
});

test("what a program trades on paper is told as what it trades for real", async () => {
  const client = pathToFileURL(join(dirname(MAIN), "client.js")).href;
  const trade = `const { V3Client } = await import(${JSON.stringify(client)});
    const { OUTCRY_BASE_URL: baseUrl, OUTCRY_API_KEY: apiKey, OUTCRY_API_SECRET: secret } = process.env;
    const credentials = { apiKey, secret, passphrase: process.env.OUTCRY_API_PASSPHRASE };
    const { paper } = new V3Client({ baseUrl, credentials });
    const order = { symbol: "BTCSUSDT", side: "BUY", positionSide: "LONG", type: "MARKET", quantity: "0.01" };
    for (const newClientOrderId of ["one", "two"]) await paper.placeOrder({ ...order, newClientOrderId });`;
  const options = ["--unguarded", "--market", "simulated"];
  const { code, stderr, report } = await run(options, node, "--input-type=module", "-e", trade);
  expect(code, stderr).toBe(0);
  const [own, paper, ...others] = report().accounts;
  expect([own, others]).toMatchObject([{ name: "demo-1", orders: { placed: 0 }, pnl: "0" }, []]);
  expect(paper).toMatchObject({
    name: "paper of demo-1",
    orders: { placed: 2, filled: 2, canceled: 0, live: 0 },
    equityBefore: "0",
    positions: [{ symbol: "cmt_btcusdt", leg: "long", size: "0.0200" }],
  });
  expect(Number(paper!.pnl)).toBeCloseTo(Number(paper!.equityAfter) - 100_000, 6);
  expect(Number(paper!.fees)).toBeGreaterThan(0);
  expect(stderr).toMatch(/^paper of demo-1 {2}PnL -/m);
});

test("where the system gives no namespaces nothing starts, and it says what to do", async () => {
  const child = new Child(["run", ...QUICK, ...standIns, "--", node, "-e", "console.log('started')"], {
    PATH: "/nowhere",
  });
  expect({ code: await child.exited(), stdout: child.stdout }).toEqual({ code: 2, stdout: "" });
  expect(child.stderr).toMatch(
    /^error: (?:this system gives no namespaces|namespaces are Linux's).*--unguarded/,
  );
});

describe("what the command line gets wrong", () => {
  test.each([
    ["--stand-in", "https://api.example.com", "--stand-in must be the name of a host"],
    ["--stand-in", "10.0.0.1", "--stand-in must be the name of a host"],
    ["--env", "BASE", "--env must be NAME=text"],
    ["--env", "BASE={url}", "--env knows {baseUrl}, {wsUrl}"],
    ["--key-env", "A,B", "--key-env must be three names"],
    ["--key-env", "OUTCRY_NO_A,B,C", "--key-env: OUTCRY_NO_A is not set"],
    ["--report", "report.txt", "--report must be a file named .json or .html"],
  ])("%s %s", async (option, value, sentence) => {
    const { code, stderr } = await outcry("run", option, value, "--", "true");
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
  });
});
