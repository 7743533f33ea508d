import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { outcry } from "../cli/inProcess.ts";
import { CLIENT_PROGRAM } from "../exam/botProgram.ts";
import { oneContract } from "../exam/sittings.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";

/**
 * A program whose hosts speak a dialect finds its account in the mode that such programs assume, or in the
 * one that it was started with.
 */

const LOOKS = `import { writeFileSync } from "node:fs";
  import { V2Client } from "${CLIENT_PROGRAM}";
  const env = (name) => process.env["OUTCRY_" + name];
  const credentials = { apiKey: env("API_KEY"), secret: env("API_SECRET"), passphrase: env("API_PASSPHRASE") };
  const { account } = await new V2Client({ baseUrl: env("BASE_URL"), credentials }).account.list();
  writeFileSync(process.env.SAYS, account.modeSetting[0].positionMode);`;

test.for([
  ["run", ["--stand-in", "api-contract.example.com"], "HEDGE"],
  ["run", ["--stand-in", "api.example.com", "--stand-in", "fapi.example.com"], "ONE_WAY"],
  ["run", ["--stand-in", "fapi.example.com", "--position-mode", "hedge"], "HEDGE"],
  ["run", ["--position-mode", "one-way", "--key-env", "K,S,P"], "ONE_WAY"],
  ["exam", ["--stand-in", "fapi.example.com"], "ONE_WAY"],
  ["exam", ["--stand-in", "fapi.example.com", "--position-mode", "hedge"], "HEDGE"],
] as const)("%s %j opens it as %s", async ([command, options, mode]) => {
  const file = join(temporaryDirectory(), "says.txt");
  Object.assign(process.env, { K: "bot-key-0123456789", S: "bot-secret-0123456789", P: "botpassphrase" });
  const quick =
    command === "run"
      ? ["--market", "empty", "--prehistory", "0"]
      : ["--paper", "coarse", "--market", oneContract(temporaryDirectory())];
  const words = [...quick, ...options, "--env", `SAYS=${file}`, "--unguarded"];
  const { stderr } = await outcry(
    command,
    ...words,
    "--",
    process.execPath,
    "--input-type=module",
    "-e",
    LOOKS,
  );
  for (const name of ["K", "S", "P"]) delete process.env[name];
  expect(readFileSync(file, "utf8"), stderr).toBe(mode);
  expect(stderr.includes("holds one net position a contract")).toBe(mode === "ONE_WAY");
});

test("--dialects leaves a dialect out for the program, too", async () => {
  const file = join(temporaryDirectory(), "says.txt");
  const asks = `import { writeFileSync } from "node:fs";
    const asked = (path) => fetch(process.env.OUTCRY_BASE_URL + path).then(({ status }) => status);
    const both = await Promise.all([asked("/fapi/v1/time"), asked("/capi/v2/market/time")]);
    writeFileSync(process.env.SAYS, both.join());`;
  const words = ["--dialects", "fapi", "--market", "empty", "--prehistory", "0", "--unguarded"];
  const program = ["--env", `SAYS=${file}`, "--", process.execPath, "--input-type=module", "-e", asks];
  const { stderr } = await outcry("run", ...words, ...program);
  expect(readFileSync(file, "utf8"), stderr).toBe("200,404");
});

test("a mode that there is not is named, with those that there are", async () => {
  const { code, stderr } = await outcry("run", "--position-mode", "net", "--", "true");
  expect([code, stderr]).toEqual([2, expect.stringMatching(/--position-mode.*'net'.*hedge, one-way/s)]);
});
