import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assumedMode, checkAssignment, environmentOf } from "./environment.ts";

const venue = {
  baseUrl: "http://127.0.0.1:4711",
  wsUrl: "ws://127.0.0.1:4711",
  account: { name: "demo-1", apiKey: "k", secret: "s", passphrase: "p" },
  trust: { authorityFile: "/tmp/authority.pem", keyStoreFile: "/tmp/my run/authority.p12" },
};

test("the certificate is trusted by every variable there is, whatever they were", () => {
  const theirs = { SSL_CERT_FILE: "/etc/mine.pem", SSL_CERT_DIR: "/etc/certs" };
  const given = { ...theirs, HOME: "/home/me", JAVA_TOOL_OPTIONS: "-Xmx64m", GONE: undefined };
  const trusting = ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "WEBSOCKET_CLIENT_CA_BUNDLE"];
  const all = [...trusting, "NODE_EXTRA_CA_CERTS", "DENO_CERT"];
  expect(environmentOf({ ...venue, given, assignments: [] })).toEqual({
    HOME: "/home/me",
    ...Object.fromEntries(all.map((name) => [name, "/tmp/authority.pem"])),
    JAVA_TOOL_OPTIONS: '-Xmx64m "-Djavax.net.ssl.trustStore=/tmp/my run/authority.p12"',
  });
});

test("assignments are filled in, and win", () => {
  const filled = ["A={baseUrl}/x={wsUrl}", "B={host} {port}", "C={apiKey}{secret}{passphrase}"];
  const assignments = [...filled, "SSL_CERT_FILE=", "D=a=b"];
  expect(environmentOf({ ...venue, given: {}, assignments })).toMatchObject({
    A: "http://127.0.0.1:4711/x=ws://127.0.0.1:4711",
    ...{ B: "127.0.0.1:4711 4711", C: "ksp", SSL_CERT_FILE: "", D: "a=b" },
  });
});

test("a proxy is the program's only where it is unguarded", () => {
  const given = { HTTPS_PROXY: "http://theirs", http_proxy: "http://theirs", NO_PROXY: "*" };
  const guarded = environmentOf({ ...venue, given, assignments: [] });
  expect(Object.keys(guarded)).not.toEqual(expect.arrayContaining(["HTTPS_PROXY"]));
  expect(guarded).not.toHaveProperty("http_proxy");
  const proxied = environmentOf({ ...venue, given, assignments: [], proxy: "http://127.0.0.1:8128" });
  expect(proxied).toMatchObject({
    HTTPS_PROXY: "http://127.0.0.1:8128",
    https_proxy: "http://127.0.0.1:8128",
    HTTP_PROXY: "http://127.0.0.1:8128",
    NO_PROXY: "localhost,127.0.0.1,::1",
    NODE_USE_ENV_PROXY: "1",
    JAVA_TOOL_OPTIONS: expect.stringMatching(/"-Dhttps\.proxyHost=127\.0\.0\.1" "-Dhttps\.proxyPort=8128"$/),
  });
});

test.each(["", "A", "=x", "1A=x", "A B=x", "A={url}"])("--env '%s' is refused", (assignment) =>
  expect(() => checkAssignment(assignment)).toThrow(RangeError),
);

test.each([
  ["hedge", []],
  ["hedge", ["api-contract.example.com", "ws-contract.example.com"]],
  ["one-way", ["fapi.example.com"]],
  ["one-way", ["fapi-mm.example.com"]],
  ["one-way", ["api.example.com", "demo-fapi.example.com"]],
  ["one-way", ["fstream.example.com"]],
  ["one-way", ["testnet.examplefuture.com"]],
  ["hedge", ["example.fapi.com", "fapital.example.com", "futures.example.com"]],
])("%s is assumed by a program that names %j", (mode, hosts) => {
  expect(assumedMode(hosts)).toBe(mode);
});

const MODULES = join(import.meta.dirname, "../../../node_modules");
/** Where public clients have the addresses of the dialect's hosts. */
const CLIENTS = [
  "ccxt/js/src/binance.js",
  "binance/lib/util",
  "binance-api-node/dist",
  "node-binance-api/dist",
  "@binance/common/dist",
];
/** An address with a path or a host of the dialect. */
const ADDRESS =
  /(?:https|wss):\/\/([a-z0-9-]*(?:fapi|fstream)[a-z0-9-]*\.[a-z0-9.-]+|[a-z0-9.-]+(?=\/(?:ws-)?fapi\b))/g;

/** The texts of a file, or of those in a folder. */
function textsOf(place: string): readonly string[] {
  if (/\.[cm]?js$/.test(place)) return [readFileSync(join(MODULES, place), "utf8")];
  return readdirSync(join(MODULES, place), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.[cm]?js$/.test(name))
    .map((name) => readFileSync(join(MODULES, place, name), "utf8"));
}

test.each(CLIENTS)("the hosts that %s has built in are the dialect's", (place) => {
  const hosts = new Set(
    textsOf(place)
      .flatMap((text) => [...text.matchAll(ADDRESS)])
      .map(([, host]) => host!),
  );
  expect([...hosts]).not.toEqual([]);
  expect([...hosts].filter((host) => assumedMode([host]) !== "one-way")).toEqual([]);
});
