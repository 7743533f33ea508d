import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { EXIT_DATA } from "../../src/cli/exitCodes.ts";
import { dataFormat, FORMAT_FILE } from "../../src/venue/dataDirectory.ts";
import { startVenue } from "../../src/venue/index.ts";
import { sealOffline } from "../../src/venue/offline.ts";
import { rebuildOffline } from "../../src/venue/rebuild.ts";
import { outcry } from "../cli/inProcess.ts";

/** Which data directories a venue takes, and that it makes nothing in those it does not. */

let data = "";

beforeEach(() => {
  const parent = mkdtempSync(join(tmpdir(), "outcry-directory-"));
  onTestFinished(() => rmSync(parent, { recursive: true, maxRetries: 5 }));
  data = join(parent, "data");
});

/** Everything below a directory, with what is in it and when it was written. */
function everything(path: string): readonly unknown[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((each) => [each, statSync(each).isFile() ? readFileSync(each, "hex") : "", statSync(each).mtimeMs]);
}

const OTHER = "00000000-00000000";

async function written(): Promise<void> {
  await (await startVenue({ data, accounts: [{ name: "alice" }] })).stop();
}

test("a new directory gets this build's tag, and goes on with it", async () => {
  await written();
  expect(readFileSync(join(data, FORMAT_FILE), "utf8")).toBe(`${dataFormat()}\n`);
  expect(dataFormat()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{8}$/);
  await written();
});

test.each([
  ["of another format", (path: string) => writeFileSync(path, `${OTHER}\n`), `of format ${OTHER}`],
  ["without a tag", (path: string) => rmSync(path), "carries no format tag"],
])("data %s are refused with the ways on, and nothing is made or changed", async (_, spoil, said) => {
  await written();
  spoil(join(data, FORMAT_FILE));
  const before = everything(data);
  const refusal = { name: "OtherFormatError", message: expect.stringContaining(said) };
  for (const start of [
    () => startVenue({ data }),
    () => sealOffline(data),
    () => rebuildOffline(data, () => {}),
  ])
    await expect(start()).rejects.toMatchObject(refusal);
  expect(everything(data)).toEqual(before);
});

test("the command line says so in a sentence, with exit code 5", async () => {
  mkdirSync(join(data, "journal"), { recursive: true });
  const { code, stderr } = await outcry("serve", "--data", data, "--port", "0");
  expect(code).toBe(EXIT_DATA);
  expect(stderr).toMatch(/carries no format tag; this program has format .*outcry dump.*outcry load/);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(readdirSync(data)).toEqual(["journal"]);
});
