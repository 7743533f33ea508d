import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../host/freePort.ts";
import { directoryOfFile } from "../host/temporaryDirectory.ts";
import { makeCommands, pages, ROOT } from "./blocks.ts";

/**
 * Every block of README and docs is typed as it stands, in its page's order, on a venue of the page's own; or
 * it is said why not. They use the build (`npm test` makes it).
 */

const run = promisify(execFile);

/** A block in the page's shell. */
const shell = { way: "shell" } as const;
/** An example of data. */
const data = { way: "data" } as const;
/** A block that cannot be run here, or is run by another test. */
const not = (why: string) => ({ way: "not", why }) as const;
/** A program, with what its page leaves to the reader. */
const program = (options: ProgramOptions = {}) => ({ way: "program", ...options }) as const;

interface ProgramOptions {
  /** What stands before it. */
  readonly before?: string;
  /** What stands behind it. */
  readonly after?: string;
  /** What its reader would do otherwise. */
  readonly replace?: readonly (readonly [string, string])[];
  /** What it prints. */
  readonly prints?: RegExp;
}

type Way = typeof shell | typeof data | ReturnType<typeof not> | ReturnType<typeof program>;

interface Page {
  readonly ways: readonly Way[];
  /** Typed before its blocks. */
  readonly before?: string;
  /** Files that its blocks of data are, by their place. */
  readonly files?: Readonly<Record<number, string>>;
  readonly replace?: readonly (readonly [string, string])[];
  /** Lines that may be refused: what they do depends on the market. */
  readonly mayFail?: RegExp;
  /** What the shell prints, in this order. */
  readonly prints?: RegExp;
}

const KEY = `
import { readFileSync as read } from "node:fs";
const { accounts: [{ apiKey, secret, passphrase }], adminToken } = JSON.parse(read("data/demo-credentials.json", "utf8"));
`;
const LOOP = "console.log(bestBid?.price, bestAsk?.price);";
const typedClient = program({
  before: KEY,
  replace: [[LOOP, `{ ${LOOP} process.exit(); }`]],
  prints: /^\d+\.\d \d+\.\d\n$/,
});

const PLAN: Readonly<Record<string, Page>> = {
  "README.md": { ways: [shell, shell], prints: /"coinName".*\n.*"order_id":"\d+".*\n\[\{.*"side":"LONG"/ },
  "CONTRIBUTING.md": { ways: [not("test/release.test.ts")] },
  "docs/bots.md": {
    ways: [
      shell,
      shell,
      program({ prints: /order_id/ }),
      not("test/embedding/ccxt.test.ts"),
      not("test/embedding/ccxt.test.ts"),
      data,
      shell,
      typedClient,
    ],
    before: "npm start",
    replace: [
      ["--api-key … --secret … --passphrase …", "--api-key my-key --secret my-secret --passphrase myPass"],
    ],
    prints: /my-key[\s\S]* is healthy\n/,
  },
  "docs/branches.md": {
    ways: [
      program({ prints: /^\d+\.?\d* \d+\.?\d*\n$/ }),
      shell,
      shell,
      not("test/venue/branchRest.test.ts"),
    ],
    before: "npm start\nnpm run outcry -- order place demo-1 btc open-long 0.05",
    prints: /eventsDigest[\s\S]*no difference[\s\S]*so it would have been/,
  },
  "docs/leaderboard.md": { ways: [not("test/venue/leaderboard.test.ts")] },
  "docs/replay.md": { ways: [not("test/cli/replay.test.ts")] },
  "docs/cluster.md": {
    ways: [
      not("test/cluster/trial.test.ts"),
      not("typed at a PostgreSQL"),
      not("test/cluster/processes.test.ts"),
      not("test/cluster/database.test.ts"),
      not("test/cluster/database.test.ts"),
      not("test/cluster/moves.test.ts"),
      not("test/cluster/moves.test.ts"),
      not("test/cluster/mishaps.test.ts"),
      not("test/cluster/moves.test.ts"),
      not("needs Docker"),
      not("needs Docker"),
    ],
  },
  "docs/contests.md": {
    ways: [data, shell, shell, not("test/venue/contests.test.ts"), shell]
      // On a venue without --contest.
      .concat([not("test/venue/selfService.test.ts"), shell, shell]),
    files: { 0: "cup.json" },
    prints: /blue.practice[\s\S]*red[\s\S]*class-3/,
  },
  "docs/faults.md": {
    ways: [shell],
    before: "npm start",
    prints: /refused with 429: one in 3 of the requests to orders\.\*, at most 10 times/,
  },
  "docs/directives.md": { ways: [shell], before: "npm start", prints: /fill[\s\S]*fill/ },
  "docs/hosting.md": {
    ways: Array(8).fill(not("another machine's; test/cli/recipes.test.ts holds its commands")),
  },
  "docs/three-machines.md": {
    ways: Array(7).fill(
      not("other machines'; test/cli/recipes.test.ts holds options, ports and the address"),
    ),
  },
  "examples/analysis/README.md": { ways: [not("test/embedding/analysis.test.ts")] },
  "docs/operations.md": {
    ways: [
      not("test/package.test.ts"),
      not("a service of systemd"),
      shell,
      shell,
      shell,
      not("test/venue/accountExport.test.ts"),
      shell,
      not("needs Docker"),
      not("a workflow of a forge"),
      not("listens beyond this machine; test/cli/recipes.test.ts holds its options"),
      not("nginx"),
    ],
    before: "npm start",
    replace: [
      ["/backups", "$PWD/backups"],
      [' --token "$ALICE_TOKEN"', ""],
    ],
    prints: /savedAt[\s\S]*replayed/,
  },
  "docs/run.md": { ways: [not("test/run/run.test.ts"), not("test/run/fastTime.test.ts")] },
  "docs/exam.md": { ways: [not("test/exam/exam.test.ts")] },
  "docs/testing.md": {
    ways: [
      program({ before: "class YourBot {}\n" }),
      program({
        before: `import { startVenue } from "outcry";
const venue = await startVenue({ accounts: [{ name: "bot" }, { name: "other" }], prices: { btc: 60_000 } });
const call = (path, fields) => fetch(\`\${venue.controlUrl}/control/\${path}\`, { method: "POST",
  headers: { authorization: \`Bearer \${venue.adminToken}\` }, body: JSON.stringify(fields) });
const order = { symbol: "btc", size: "0.01", price: "60000" };
await call("orders/place", { ...order, account: "other", action: "open-short" });
await call("orders/place", { ...order, account: "bot", action: "open-long" });
`,
        after: 'if (equity === "0" || positions.length > 0) throw new Error(equity);\nawait venue.stop();\n',
      }),
      shell,
      not("test/embedding/suites.test.ts"),
      shell,
      shell,
    ],
    before: "npm start\nnpm run outcry -- order place demo-1 btc open-long 0.05",
    mayFail: /clock wall/,
    prints: /frozen/,
  },
  "docs/reference/market.md": {
    ways: [data, shell],
    files: { 0: "market.json" },
    prints: /done[\s\S]*said[\s\S]*met/,
  },
  "docs/scenarios.md": { ways: [not("test/venue/scenarios.test.ts")] },
  "docs/traders.md": {
    ways: [
      data,
      shell,
      program({
        replace: [["export default", "const own ="]],
        after: `
const contract = { symbol: "a", bid: 99, ask: 101, position: 2 };
const trader = own.start({ turns: 2, units: 1_000 });
for (const bid of [99, 99, 100]) console.log(JSON.stringify(trader.act({ contracts: [{ ...contract, bid }] })));
`,
        prints: /^\[\]\n\[\]\n\[{"do":"order","symbol":"a","side":"buy","size":7\.95/,
      }),
    ],
    files: { 0: "market.json" },
    before: `cp ${ROOT}/examples/traders/breakout.ts .`,
    prints: /trader-maker[\s\S]*trader-crowd-10[\s\S]*trader-mine/,
  },
  "docs/reference/account-pushes.md": { ways: [data] },
  "docs/reference/client.md": {
    ways: [
      typedClient,
      program({
        before: `import { V2Client } from "outcry/client";\n${KEY}const credentials = { apiKey, secret, passphrase };\n`,
      }),
      program({ before: KEY }),
    ],
    before: "npm start",
  },
  "docs/reference/control.md": {
    ways: [shell],
    before: 'npm start\neval "$(outcry env --admin-token)"',
    prints: /"wallet":"105000"/,
  },
  "docs/reference/core.md": { ways: [program({ prints: /^60010\.0 6\.001\n[\s\S]*marginInsufficient/ })] },
  "docs/reference/doctor.md": {
    ways: [shell, not("test/cluster/doctor.test.ts"), data],
    before: 'npm start\neval "$(outcry env)"',
    replace: [
      [
        "--key … --secret … --passphrase …",
        '--key "$OUTCRY_API_KEY" --secret "$OUTCRY_API_SECRET" --passphrase "$OUTCRY_API_PASSPHRASE"',
      ],
    ],
    prints: /(?:is healthy[\s\S]*){4}/,
  },
  "docs/reference/dump.md": { ways: [shell], before: "npm start" },
  "docs/reference/replay.md": {
    ways: [not("an exchange beyond this machine; test/venue/follow.test.ts records from a venue")],
  },
  "docs/reference/requests.md": { ways: [data] },
  "docs/reference/rest-v2.md": { ways: [data] },
  "examples/bots/README.md": { ways: [not("test/embedding/examples.test.ts")] },
  "examples/browser/README.md": { ways: [not("test/browser/example.test.ts")] },
  "examples/child-process/README.md": { ways: [data, not("test/embedding/examples.test.ts")] },
  "examples/embedding/README.md": { ways: [not("test/embedding/examples.test.ts")] },
  "clients/python/README.md": {
    ways: [
      not("test/embedding/examples.test.ts"),
      not("test/embedding/examples.test.ts"),
      not("test/embedding/examples.test.ts"),
    ],
  },
};

/** Longer than any block takes: then it hangs. */
const BLOCK_MAX_MS = 500_000;

const parent = directoryOfFile();

beforeAll(async () => {
  await makeCommands(join(parent, "bin"));
});

test("it is said of every block how it is run, or why not", () => {
  const counts = [...pages].map(([path, blocks]) => [path, blocks.length]);
  expect(Object.fromEntries(counts)).toEqual(
    Object.fromEntries(Object.entries(PLAN).map(([path, { ways }]) => [path, ways.length])),
  );
  for (const { ways } of Object.values(PLAN))
    for (const way of ways)
      if (way.way === "not" && way.why.startsWith("test/"))
        expect(existsSync(join(ROOT, way.why)), way.why).toBe(true);
});

describe.each(Object.entries(PLAN).filter(([, { ways }]) => ways.some(({ way }) => way !== "not")))(
  "%s",
  (path, page) => {
    test("its blocks work, one after the other", async () => {
      const folder = join(parent, path.replaceAll(/\W/g, "-"));
      await mkdir(folder);
      try {
        await typePage(folder, pages.get(path)!, page);
      } finally {
        endVenues(folder);
      }
    });
  },
);

async function typePage(
  folder: string,
  blocks: readonly { readonly text: string }[],
  page: Page,
): Promise<void> {
  const port = await freePort();
  const { PATH = "" } = process.env;
  const environment = { ...process.env, PATH: `${join(parent, "bin")}:${PATH}`, OUTCRY_PORT: String(port) };
  const program = join(ROOT, "dist", `.block-${process.pid}-${port}.ts`);
  let printed = "";
  const type = async (text: string): Promise<void> => {
    const options = { cwd: folder, env: environment, maxBuffer: 64 * 1024 * 1024, timeout: BLOCK_MAX_MS };
    const { stdout } = await run("bash", ["-eo", "pipefail", "-c", text], options);
    printed += stdout;
  };
  let typed = page.before ?? "";
  if (typed !== "") await type(typed);
  const session = typed
    .split("\n")
    .filter((line) => line.startsWith("eval "))
    .join("\n");
  typed = session === "" ? "" : `${session}\n`;
  for (const [i, { text }] of blocks.entries()) {
    const way = page.ways[i]!;
    const here = replaced(text.replaceAll("8787", String(port)), page.replace);
    if (way.way === "shell") await type(`${typed}${allowing(here, page.mayFail)}`);
    if (way.way === "data") {
      const file = page.files?.[i];
      expect(JSON.parse(here.trim().split("\n\n")[0]!)).toBeTypeOf("object");
      if (file !== undefined) await writeFile(join(folder, file), here);
    }
    if (way.way === "program") {
      await writeFile(program, `${way.before ?? ""}${replaced(here, way.replace)}${way.after ?? ""}`);
      try {
        const { stdout } = await run(process.execPath, [program], {
          cwd: folder,
          env: environment,
          timeout: BLOCK_MAX_MS,
        });
        expect(stdout).toMatch(way.prints ?? /^/);
      } finally {
        await rm(program);
      }
    }
  }
  expect(printed).toMatch(page.prints ?? /^/);
}

function replaced(text: string, pairs: readonly (readonly [string, string])[] = []): string {
  return pairs.reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
}

/** Lets lines be refused that depend on the market. */
function allowing(text: string, mayFail: RegExp | undefined): string {
  if (mayFail === undefined) return text;
  return text
    .split("\n")
    .map((line) => (mayFail.test(line) ? `${line.replace(/ +#.*/, "")} || true` : line))
    .join("\n");
}

/** Ends the venues that a page started, by their ids. */
function endVenues(folder: string): void {
  const file = join(folder, "pids");
  if (!existsSync(file)) return;
  for (const pid of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has ended already.
    }
  }
}
