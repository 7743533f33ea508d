import { execFile } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { directoryOfFile } from "../host/temporaryDirectory.ts";
import { venueOfFile } from "../venue/venueOfTest.ts";

/**
 * The ccxt programs of docs/bots.md as they stand there but for their patience, run beside a venue's data
 * directory. A last line, which the reader does not need, prints every address ccxt is left with, in sandbox
 * mode or out of it: all are the venue's.
 */

const ROOT = join(import.meta.dirname, "../..");
const PAGE = readFileSync(join(ROOT, "docs/bots.md"), "utf8");
const run = promisify(execFile);

const directory = directoryOfFile();

symlinkSync(join(ROOT, "node_modules"), join(directory, "node_modules"));
const venue = await venueOfFile({
  data: join(directory, "data"),
  market: "simulated",
  limits: "seed",
  prehistory: 50,
});

/** The block of the page in a language that imports ccxt. */
function programIn(language: string): string {
  const blocks = [...PAGE.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))].map(
    ([, text]) => text!,
  );
  const [program, ...others] = blocks.filter((text) => text.includes("import ccxt"));
  expect(others).toEqual([]);
  const patient = program!.replace(/("?)password\1: .*?(?=,?\n)/, '$&, "timeout": 300000');
  expect(patient).not.toBe(program);
  return patient;
}

/** What a program told, and the addresses that it printed last. */
function expectHere(stdout: string): void {
  expect(stdout).toMatch(/^pushed buy 0\.01 at \d+(?:\.0)?\npaper \d+(?:\.\d+)?\n/);
  const addresses: readonly string[] = JSON.parse(stdout.trimEnd().split("\n").at(-1)!);
  // Before and in sandbox mode: four of REST and two of sockets each.
  expect(addresses).toHaveLength(12);
  for (const address of addresses) {
    expect(new URL(address)).toMatchObject({ hostname: "127.0.0.1", port: String(venue.port) });
  }
}

test("in JavaScript", async () => {
  const addresses = `
const leaves = (tree) => (typeof tree === "string" ? [tree] : Object.values(tree).flatMap(leaves));
console.log(JSON.stringify([exchange.urls.apiBackup, exchange.urls.api].flatMap(leaves)));`;
  const { stdout } = await run(
    process.execPath,
    ["--input-type=module", "--eval", programIn("js") + addresses],
    { cwd: directory, env: { ...process.env, NODE_OPTIONS: "" } },
  );
  expectHere(stdout);
});

/** A Python that can import ccxt. */
async function pythonWithCcxt(): Promise<string | undefined> {
  for (const python of ["/usr/bin/python3", "/usr/local/bin/python3", "python3"]) {
    const imports = run(python, ["-c", "import ccxt.pro"]);
    if (
      await imports.then(
        () => true,
        () => false,
      )
    )
      return python;
  }
  return undefined;
}

test("in Python", async ({ skip }) => {
  const python = await pythonWithCcxt();
  if (python === undefined) return skip("there is no Python with ccxt here");
  const addresses = `
def leaves(tree):
    return [tree] if isinstance(tree, str) else [leaf for each in tree.values() for leaf in leaves(each)]


made = []
make = ccxt.weex.__init__


def remembered(self, *given):
    make(self, *given)
    made.append(self)


ccxt.weex.__init__ = remembered
`;
  const printed = `
print(json.dumps([leaf for tree in (made[0].urls["apiBackup"], made[0].urls["api"]) for leaf in leaves(tree)]))
`;
  const program = programIn("python").replace("import ccxt.pro as ccxt\n", (line) => `${line}${addresses}`);
  const { stdout } = await run(python, ["-c", program + printed], { cwd: directory });
  expectHere(stdout);
});
