import { createPrivateKey, X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { certificatesFor } from "./certificate.ts";

const NOW = Date.UTC(2026, 10, 23);
const HOSTS = ["api.example.com", "ws.example.com"];
const made = certificatesFor(HOSTS, NOW);
const authority = new X509Certificate(made.authority);
const leaf = new X509Certificate(made.certificate);

test("the certificate is for its hosts and no others, signed by the authority, good today", () => {
  expect(leaf.verify(authority.publicKey)).toBe(true);
  expect(leaf.checkIssued(authority)).toBe(true);
  expect(leaf.checkPrivateKey(createPrivateKey(made.key))).toBe(true);
  for (const host of HOSTS) expect(leaf.checkHost(host)).toBe(host);
  expect(leaf.checkHost("example.com")).toBeUndefined();
  expect(leaf.checkHost("a.api.example.com")).toBeUndefined();
  expect(leaf.validFromDate.getTime()).toBeLessThan(NOW);
  expect(leaf.validToDate.getTime()).toBeGreaterThan(NOW + 86_400_000);
});

test("only the authority may sign, and only the other one may serve", () => {
  expect([authority.ca, leaf.ca]).toEqual([true, false]);
  expect(leaf.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
});

test("no two runs share anything", () => {
  const other = certificatesFor(HOSTS, NOW);
  expect(new X509Certificate(other.certificate).verify(authority.publicKey)).toBe(false);
  expect(new X509Certificate(other.certificate).serialNumber).not.toBe(leaf.serialNumber);
});

test("names as long as names may be, and many of them", () => {
  const label = "a".repeat(60);
  const hosts = Array.from({ length: 50 }, (_, i) => `${label}.${label}.h${i}.example.com`);
  const long = new X509Certificate(certificatesFor(hosts, NOW).certificate);
  for (const host of hosts) expect(long.checkHost(host)).toBe(host);
});
