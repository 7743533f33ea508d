import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryDirectory } from "./host/temporaryDirectory.ts";

/**
 * A release is rehearsed: all of it but the build, the image and the tag. Needs the build and npm's registry
 * or a warm cache.
 */

const ROOT = dirname(import.meta.dirname);
const REHEARSAL_MAX_MS = 600_000;
const run = promisify(execFile);

interface Checks {
  releaseChecks(root: string): Promise<{ readonly version: string; readonly problems: readonly string[] }>;
}
/** A script of the repository, which the compiler of the tests knows nothing of. */
const checks: Checks = await import(join(ROOT, "scripts/releaseChecks.mjs"));

test(
  "the rehearsal packs, proves that the package serves, and sums it up",
  async () => {
    const out = temporaryDirectory();
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const tags = async () => (await run("git", ["tag"], { cwd: ROOT })).stdout;
    const before = await tags();
    const { stdout } = await run(
      process.execPath,
      ["scripts/release.mjs", "--dry-run", "--no-build", "--no-image", "--out", out],
      { cwd: ROOT },
    );
    expect(stdout).toContain(`outcry ${version} installs, serves and stops\n`);
    expect(stdout).toContain("no image: it was not asked for\n");
    expect(stdout).toMatch(/rehearsed: nothing was tagged\n$/);
    expect(await tags()).toBe(before);
    const tarball = `outcry-${version}.tgz`;
    const bill = `outcry-${version}.cdx.json`;
    expect(readdirSync(out).sort()).toEqual(["SHA256SUMS", bill, tarball]);
    const sums = [tarball, bill].map(
      (name) => `${hash("sha256", readFileSync(join(out, name)), "hex")}  ${name}\n`,
    );
    expect(readFileSync(join(out, "SHA256SUMS"), "utf8")).toBe(sums.join(""));
    expectBill(JSON.parse(readFileSync(join(out, bill), "utf8")), version);
  },
  REHEARSAL_MAX_MS,
);

interface Bill {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: object };
  readonly components: readonly {
    readonly "bom-ref": string;
    readonly purl: string;
    readonly licenses: readonly { readonly license: { readonly id: string } }[];
    readonly properties: readonly { readonly name: string; readonly value: string }[];
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** It has what THIRD-PARTY-NOTICES has, neither more nor less, under the same licences. */
function expectBill(bill: Bill, version: string): void {
  expect(bill).toMatchObject({ bomFormat: "CycloneDX", specVersion: expect.stringMatching(/^1\.\d$/) });
  expect(bill.metadata.component).toMatchObject({ name: "outcry", version, type: "application" });
  const notices = readFileSync(join(ROOT, "THIRD-PARTY-NOTICES"), "utf8");
  const noticed = [...notices.matchAll(/^ {2}(\S+) (\S+) +(\S+) +\[\d+\]$/gm)].map(
    ([, name, at, licence]) => `${name}@${at} ${licence}`,
  );
  const components = bill.components.map((one) => `${one["bom-ref"]} ${one.licenses[0]!.license.id}`);
  expect(components.sort()).toEqual([...new Set(noticed)].sort());
  const placesOf = (name: string) =>
    bill.components
      .find(({ purl }) => purl.startsWith(`pkg:npm/${name}@`))
      ?.properties.map(({ value }) => value);
  expect(placesOf("typebox")).toEqual(["beside", "program"]);
  expect(placesOf("react")).toEqual(["page"]);
  expect(placesOf("swagger-ui-dist")).toEqual(["page"]);
  expect(placesOf("vitest")).toBeUndefined();
  const refs = new Set([`outcry@${version}`, ...bill.components.map((one) => one["bom-ref"])]);
  expect(bill.dependencies.map(({ ref }) => ref).sort()).toEqual([...refs].sort());
  expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn.filter((ref) => !refs.has(ref)))).toEqual([]);
}

test("an option that there is not ends with 2", async () => {
  const ended = await run(process.execPath, ["scripts/release.mjs", "--publish"], { cwd: ROOT }).catch(
    (failure: { readonly code: number; readonly stderr: string }) => failure,
  );
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining("'--publish'") });
});

interface Repository {
  readonly version?: string;
  readonly locked?: string;
  readonly heading?: string;
  /** A file that is not committed. */
  readonly stray?: string;
  /** Tags the commit before the last. */
  readonly taggedBefore?: boolean;
}

async function repository(given: Repository): Promise<string> {
  const { version = "1.2.3", locked = version, heading = `${version}, 2026-11-23` } = given;
  const root = temporaryDirectory();
  const git = (...args: readonly string[]) =>
    run("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], { cwd: root });
  const commit = async (message: string) => {
    await git("add", "--all");
    await git("commit", "--quiet", "--allow-empty", "--message", message);
  };
  await git("init", "--quiet");
  writeFileSync(join(root, "package.json"), JSON.stringify({ version }));
  writeFileSync(
    join(root, "package-lock.json"),
    JSON.stringify({ version: locked, packages: { "": { version: locked } } }),
  );
  writeFileSync(join(root, "CHANGELOG.md"), `# Changelog\n\n## ${heading}\n\n- It works.\n`);
  await commit("first");
  if (given.taggedBefore) {
    await git("tag", `v${version}`);
    await commit("second");
  }
  if (given.stray !== undefined) writeFileSync(join(root, given.stray), "");
  return root;
}

test.each<[string, Repository, readonly unknown[]]>([
  ["all is well", {}, []],
  [
    "a version that is none",
    { version: "next", heading: "next, 2026-11-23" },
    [expect.stringContaining("like 1.2.3, got 'next'")],
  ],
  [
    "a lockfile behind",
    { locked: "1.2.2" },
    [
      expect.stringContaining("version must be 1.2.3, got '1.2.2'"),
      expect.stringContaining("the root package's version"),
    ],
  ],
  [
    "a changelog without a day",
    { heading: "1.2.3, unreleased" },
    [expect.stringContaining("got '1.2.3, unreleased'")],
  ],
  [
    "a changelog of another version",
    { heading: "1.2.4, 2026-11-23" },
    [expect.stringContaining("'1.2.3, <day>'")],
  ],
  [
    "a tag on another commit",
    { taggedBefore: true },
    [expect.stringMatching(/^tag v1\.2\.3 is on another commit/)],
  ],
  [
    "a file not committed",
    { stray: "notes.txt" },
    [expect.stringMatching(/^1 files are not committed.*notes\.txt$/)],
  ],
])("%s", async (_what, given, problems) => {
  expect((await checks.releaseChecks(await repository(given))).problems).toEqual(problems);
});
