import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/**
 * What made tests fail by themselves, or those after them slow, and is in no test any more. What a file
 * leaves behind in the process that it shares is looked for by `nothingLeft.ts`, while the tests run.
 */

const ROOT = join(import.meta.dirname, "..");

interface Rule {
  readonly never: string;
  readonly pattern: RegExp;
  /** A line that it finds. */
  readonly found: string;
  /** One that it leaves alone. */
  readonly allowed: string;
  /** Files that may, and why. */
  readonly except?: Readonly<Record<string, string>>;
}

const RULES: readonly Rule[] = [
  {
    never: "a snapshot in the test itself, which needs a stack frame to be found",
    pattern: /\bto(?:Throw(?:Error)?)?Match(?:ing)?InlineSnapshot\b/,
    found: "expect(a).toMatchInlineSnapshot(`1`);",
    allowed: 'await expect(a).toMatchFileSnapshot("a.txt");',
  },
  {
    never: "a sleep: what is waited for is an event",
    pattern:
      /\bsetTimeout\s*\(|\bsetTimeout\b[^;]*from "node:timers|\bwaitForTimeout\b|\bAbortSignal\.timeout\b|\bsleep\(/,
    found: "await new Promise((resolve) => setTimeout(resolve, 100));",
    allowed: "await new Promise((resolve) => setImmediate(resolve));",
    except: {
      "test/browser/chromium.ts": "makes late what a page asks for, where that is wanted",
      "src/pages/terminal/account/weight.test.ts": "its timers are fake",
      "src/pages/terminal/desk/estimates.test.ts": "so are its",
      "test/host/tcpProxy.ts": "a network that is slow",
      "test/browser/pictures.ts": "a program that takes pictures for the documents",
      "test/browser/scenarioPictures.ts": "another one",
      "test/cluster/trial/main.ts": "a program that people watch",
      "test/exam/exam.test.ts": "a bot that waits, whose clock is moved",
      "test/exam/mutants.ts": "a bot that hammers after a pause",
      "test/cluster/trial/trader.ts": "a bot gives up on a node that stands still",
      "test/mutants/main.ts": "a program that people watch: tests that a mistake lets hang are ended",
    },
  },
  {
    never: "patience that a busy machine outlasts",
    pattern: /\btimeout: *(?:\d{1,2}_?\d{3}|1\d\d_?\d{3}|\d{1,3})\b/,
    found: "await vi.waitFor(look, { timeout: 5_000 });",
    allowed: "await vi.waitFor(look, { timeout: 200_000 });",
  },
  {
    never: "less time for a test or a hook than all have",
    pattern: /\b(?:test|hook)Timeout\b["']?[:=] *(?:\d{1,3}|\d{1,2}_?\d{3}|[1-5]\d\d_?\d{3})\b/,
    found: "vi.setConfig({ hookTimeout: 120_000 });",
    allowed: "vi.setConfig({ hookTimeout: 600_000 });",
    except: { "test/embedding/suites.test.ts": "a runner that a test waits for, which ends within the test" },
  },
  {
    never: "less time for a test than all have, said after it",
    pattern: /^(?: {2})?\}, *(?:\d{1,3}|\d{1,2}_?\d{3}|[1-5]\d\d_?\d{3})\);/,
    found: "}, 60_000);",
    allowed: "}, 1_200_000);",
  },
  {
    never: "a question to a history that may be behind for seconds, asked once",
    pattern: /^(?!.*\bpatiently\().*\bvenue\.history\.(?!settle\b|proveSome\b)\w+\(/,
    found: "const { rows } = await venue.history.bills({ account, limit: 10 });",
    allowed:
      "const { rows } = await patiently(venue.history, () => venue.history.bills({ account, limit: 10 }));",
    except: {
      "test/conformance/v3-partner.test.ts": "in memory",
      "test/venue/insideHouse.test.ts": "in memory",
      "test/venue/retry.test.ts": "in memory",
    },
  },
  {
    never: "a public read of what such a history has, asked once: `look` asks again",
    pattern: /\bfetch\([^)]*\/market\/(?:leaderboard|trades|candles|klines|getHistoryFundRate)\b/,
    found: 'await fetch(baseUrl + "/capi/v2/market/leaderboard");',
    allowed: 'await look(venue.baseUrl, "leaderboard");',
    except: {
      "test/venue/followedExchanges.test.ts": "in memory",
      "test/venue/startFails.test.ts": "of a past that is in the file before the venue starts",
    },
  },
  {
    never: "a stretch of this machine's time that must be short",
    pattern: /\b(?:performance|Date)\.now\(\)[^;]*\)\.toBeLess|Ms\)+\.toBeLess\w*\([\d_]+\)/,
    found: "expect(performance.now() - begun).toBeLessThan(500);",
    allowed: "expect(correctionMs).toBeLessThanOrEqual(90_000 + Date.now() - begun);",
    except: { "test/conformance/hostile-requests.test.ts": "in long runs, which nothing runs beside" },
  },
  {
    never: "a budget that is whole again while a busy machine makes the requests that it is for",
    pattern: /\bwindowMs: *(?:\d{1,3}|\d{1,2}_\d{3}|[1-5]\d\d_\d{3})\b/,
    found: "limits: { ...limitProfiles.off, placements: { max: 3, windowMs: 60_000 } },",
    allowed: "limits: { ...limitProfiles.off, placements: { max: 3, windowMs: 3_600_000 } },",
    except: {
      "src/service/gateway/limits/limits.test.ts": "the test holds the clock",
      "src/service/gateway/limits/readProfile.test.ts": "is only read",
      "test/cli/commands.test.ts": "is only shown",
      "test/client/heldUp.test.ts": "the test holds the clock",
      "test/client/rest.test.ts": "the test holds the clock",
      "test/client/throttle.test.ts": "the test holds the clock",
      "test/conformance/seed-lines.test.ts": "is only compared",
      "test/conformance/access.test.ts": "the test holds the clock",
    },
  },
  {
    never: "a table of all characters: `unit: codePoint` draws them without",
    pattern: /\bunit: *"binary"/,
    found: 'fc.string({ unit: "binary" }),',
    allowed: "fc.string({ unit: codePoint }),",
  },
  {
    never: "a regular expression as a value of toMatchObject, which any value matches",
    pattern: /\btoMatchObject\(.*(?:: |\[)\/(?![/*])/,
    found: "expect(answer).toMatchObject({ msg: /text frame/ });",
    allowed: "expect(answer).toMatchObject({ msg: expect.stringMatching(/text frame/) });",
  },
  {
    never: "a second attempt at a test, or none",
    pattern: /\bretry: *[1-9]|\b(?:test|it|describe)\.(?:skip|only|todo|fails)\(/,
    found: 'test("a", { retry: 2 }, run);',
    allowed: 'describe.skipIf(isMissing)("in a browser", run);',
  },
  {
    never: "a port that is not the system's to choose",
    pattern: /\.listen\(\s*[1-9]|\bport: *[1-9]\d{2,}/,
    found: 'server.listen(8787, "127.0.0.1");',
    allowed: 'server.listen(0, "127.0.0.1");',
    except: { "test/run/run.test.ts": "an address of the interface, stood in for" },
  },
  {
    never:
      "a look at the page's log, whose notices stand for seconds: what it has told is kept by test/browser/told.ts",
    pattern: /getByRole\("log"\)|\[role=log\]|"\.notice"/,
    found: 'await page.getByRole("log").getByText("Bought").waitFor();',
    allowed: 'await told(page, "Bought");',
    except: {
      "test/browser/told.ts": "keeps it",
      "test/browser/account.test.ts": "what offers something stands until it is pressed",
      "test/browser/hands.test.ts":
        "is made anew until one is seen, and looked at where it stands in the same moment",
    },
  },
  {
    never: "a collector of its own of what a console shows, which counts what the client tries again",
    pattern: /\.on\("(?:console|pageerror)"/,
    found: 'page.on("console", (message) => wrong.push(message.text()));',
    allowed: "watchConsole(page, wrong);",
    except: { "test/browser/watchConsole.ts": "is the one of all" },
  },
  {
    never: "a ccxt that stamps its requests itself, two of a millisecond alike",
    pattern: /\bnew ccxt\.(?!.*ccxtOptions\()/,
    found: "const exchange = new ccxt.weex({ apiKey });",
    allowed: "const exchange = new ccxt.weex(ccxtOptions(baseUrl, wsUrl, key));",
  },
  {
    never: "a signed request whose time another one may have: stamps come from test/venue/stamp.ts",
    pattern: /\btimestamp = *(?:String\()?Date\.now\(\)/,
    found: "const timestamp = String(Date.now());",
    allowed: "const timestamp = String(stamp(key));",
    except: {
      "test/conformance/hostile-requests.test.ts": "counts back until no signature is an earlier one's",
      "test/conformance/v3-sockets.test.ts": "a handshake, which is no request",
      "test/venue/pushes.ts": "a handshake, which is no request",
      "test/venue/controlAnswers.test.ts": "a read, which is never an earlier one's answer",
    },
  },
];

const files = ["src", "test", "bench"]
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) =>
      join(folder, path).replaceAll("\\", "/"),
    ),
  )
  .filter((path) => /\.test\.tsx?$/.test(path) || /^test\/.*\.ts$/.test(path))
  .filter((path) => !path.includes("node_modules") && path !== "test/steadiness.test.ts")
  .map((path) => ({ path, lines: readFileSync(join(ROOT, path), "utf8").split("\n") }));

test("there are tests to look at", () => {
  expect(files.length).toBeGreaterThan(400);
});

describe.each(RULES)("never $never", ({ pattern, found, allowed, except = {} }) => {
  test("such a line is found, another one is not", () => {
    expect(found).toMatch(pattern);
    expect(allowed).not.toMatch(pattern);
  });

  test("there is none, but where it is said why", () => {
    const broken = files.filter(({ lines }) => lines.some((line) => pattern.test(line)));
    const where = broken.map(({ path, lines }) => {
      const at = lines.findIndex((line) => pattern.test(line));
      return `${path}:${at + 1}: ${lines[at]!.trim()}`;
    });
    expect(where.filter((line) => !(line.split(":", 1)[0]! in except))).toEqual([]);
    expect(Object.keys(except).filter((path) => !broken.some((each) => each.path === path))).toEqual([]);
  });
});
