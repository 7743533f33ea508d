import { expect, onTestFinished, test } from "vitest";
import { outcry } from "../cli/inProcess.ts";

const CLUSTER = ["serve", "--data", "memory", "--cluster", "postgres://127.0.0.1/outcry"];

test.each([
  [["serve", "--cluster-listen", "0.0.0.0:8900"], "--cluster-listen is for --cluster postgres://…"],
  [
    [...CLUSTER, "--cluster-listen", "0.0.0.0:8900"],
    "--cluster-listen needs --advertise host:port with a port",
  ],
  [
    [...CLUSTER, "--cluster-listen", "0.0.0.0:8900", "--advertise", "a:0"],
    "--cluster-listen needs --advertise",
  ],
  [[...CLUSTER, "--cluster-listen", "8900", "--advertise", "a:8900"], "--cluster-listen must be host:port"],
  [[...CLUSTER, "--advertise", "8900"], "--advertise must be host:port, such as 10.0.0.5:8900, got '8900'"],
])("%j is refused", async (words, says) => {
  const { code, stderr } = await outcry(...words);
  expect(stderr).toContain(says);
  expect(code).toBe(2);
});

test("a database with a password is named by the environment, and by --cluster alone", async () => {
  const before = process.env["OUTCRY_CLUSTER"];
  onTestFinished(() => {
    if (before === undefined) delete process.env["OUTCRY_CLUSTER"];
    else process.env["OUTCRY_CLUSTER"] = before;
  });
  const refused = async (...words: readonly string[]) => {
    const { code, stderr } = await outcry(...words, "--cluster");
    expect(code).toBe(2);
    return stderr;
  };
  const commands = [
    ["serve", "--data", "memory"],
    ["cluster", "import"],
    ["cluster", "export"],
    ["cluster", "verify"],
    ["dump"],
    ["doctor"],
  ];
  delete process.env["OUTCRY_CLUSTER"];
  for (const words of commands)
    expect(await refused(...words)).toContain("--cluster needs a URL, behind it or in OUTCRY_CLUSTER");
  process.env["OUTCRY_CLUSTER"] = "postgres://outcry:CANARY@db1,db2";
  for (const words of commands) {
    const says = await refused(...words);
    expect(says).toContain("OUTCRY_CLUSTER: the cluster's database must be postgres://");
    expect(says).not.toContain("CANARY");
  }
});
