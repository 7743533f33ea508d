import { expect, test } from "vitest";
import { assumedMode } from "./dialects.ts";

test.each([
  ["hedge", []],
  ["hedge", ["api-contract.example.com", "ws-contract.example.com"]],
  ["one-way", ["fapi.example.com"]],
  ["one-way", ["api.example.com", "demo-fapi.example.com"]],
  ["one-way", ["fstream.example.com"]],
  ["hedge", ["example.fapi.com", "fapital.example.com"]],
])("%s is assumed by a program that names %j", (mode, hosts) => {
  expect(assumedMode(hosts)).toBe(mode);
});
