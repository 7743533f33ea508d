import { expect, test } from "vitest";
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
