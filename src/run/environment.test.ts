import { expect, test } from "vitest";
import { checkAssignment, environmentOf } from "./environment.ts";

const venue = {
  baseUrl: "http://127.0.0.1:4711",
  wsUrl: "ws://127.0.0.1:4711",
  account: { name: "demo-1", apiKey: "k", secret: "s", passphrase: "p" },
  authorityFile: "/tmp/authority.pem",
};

test("the certificate is trusted by every variable there is, whatever they were", () => {
  const given = {
    SSL_CERT_FILE: "/etc/mine.pem",
    SSL_CERT_DIR: "/etc/certs",
    HOME: "/home/me",
    GONE: undefined,
  };
  expect(environmentOf({ ...venue, given, assignments: [] })).toEqual({
    HOME: "/home/me",
    SSL_CERT_FILE: "/tmp/authority.pem",
    REQUESTS_CA_BUNDLE: "/tmp/authority.pem",
    CURL_CA_BUNDLE: "/tmp/authority.pem",
    WEBSOCKET_CLIENT_CA_BUNDLE: "/tmp/authority.pem",
    NODE_EXTRA_CA_CERTS: "/tmp/authority.pem",
    DENO_CERT: "/tmp/authority.pem",
  });
});

test("assignments are filled in, and win", () => {
  const assignments = [
    "A={baseUrl}/x={wsUrl}",
    "B={host} {port}",
    "C={apiKey}{secret}{passphrase}",
    "SSL_CERT_FILE=",
    "D=a=b",
  ];
  expect(environmentOf({ ...venue, given: {}, assignments })).toMatchObject({
    A: "http://127.0.0.1:4711/x=ws://127.0.0.1:4711",
    B: "127.0.0.1:4711 4711",
    C: "ksp",
    SSL_CERT_FILE: "",
    D: "a=b",
  });
});

test("a proxy is the program's only where it is unguarded", () => {
  const given = { HTTPS_PROXY: "http://theirs", http_proxy: "http://theirs", NO_PROXY: "*" };
  const guarded = environmentOf({ ...venue, given, assignments: [] });
  expect(Object.keys(guarded)).not.toEqual(expect.arrayContaining(["HTTPS_PROXY"]));
  expect(guarded).not.toHaveProperty("http_proxy");
  const proxied = environmentOf({ ...venue, given, assignments: [], proxy: "http://ours" });
  expect(proxied).toMatchObject({
    HTTPS_PROXY: "http://ours",
    https_proxy: "http://ours",
    HTTP_PROXY: "http://ours",
    NO_PROXY: "localhost,127.0.0.1,::1",
    NODE_USE_ENV_PROXY: "1",
  });
});

test.each(["", "A", "=x", "1A=x", "A B=x", "A={url}"])("--env '%s' is refused", (assignment) =>
  expect(() => checkAssignment(assignment)).toThrow(RangeError),
);
