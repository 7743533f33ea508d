import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { ClientAddresses } from "./clientAddresses.ts";

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { "x-forwarded-for": forwarded } }) as unknown as IncomingMessage;

describe("whose request it is", () => {
  const LOCAL = ["127.0.0.1", "10.0.0.0/8"];
  test.each<[string, readonly string[], string, string | undefined, string]>([
    ["no proxy is known", [], "127.0.0.1", "203.0.113.9", "127.0.0.1"],
    ["not from a proxy", LOCAL, "198.51.100.1", "203.0.113.9", "198.51.100.1"],
    ["from a proxy", LOCAL, "127.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["IPv4 over IPv6", LOCAL, "::ffff:127.0.0.1", "::ffff:203.0.113.9", "203.0.113.9"],
    ["IPv6", LOCAL, "127.0.0.1", "2001:db8::1", "2001:db8::1"],
    ["through two proxies", LOCAL, "127.0.0.1", "203.0.113.9, 10.1.2.3", "203.0.113.9"],
    ["what the client made up", LOCAL, "127.0.0.1", "127.0.0.1,192.0.2.1 , 203.0.113.9", "203.0.113.9"],
    ["what the client made up before nonsense", LOCAL, "127.0.0.1", "192.0.2.1, unknown", "127.0.0.1"],
    ["nonsense behind a proxy", LOCAL, "127.0.0.1", "unknown, 10.1.2.3", "10.1.2.3"],
    ["nothing forwarded", LOCAL, "127.0.0.1", undefined, "127.0.0.1"],
    ["empty", LOCAL, "127.0.0.1", "", "127.0.0.1"],
    ["the proxy itself", LOCAL, "127.0.0.1", "10.0.0.1, 127.0.0.1", "10.0.0.1"],
  ])("%s", (_, proxies, remote, forwarded, address) => {
    expect(new ClientAddresses(proxies).of(from(remote, forwarded))).toBe(address);
  });

  test.each(["proxy.example", "", " ,"])("%j is no proxy", (entry) => {
    expect(() => new ClientAddresses([entry])).toThrow(`'${entry}' is neither`);
  });
});
