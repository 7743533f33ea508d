import dns from "node:dns";
import net from "node:net";
import { afterAll, expect } from "vitest";

const LOOKUPS = ["lookup", "resolve", "resolve4", "resolve6", "resolveAny"] as const;
const OWN = ["127.0.0.1", "::1", "localhost"];

/**
 * Lets nothing of this file look up, or connect to, any host but this machine: a client that dials the
 * address that is built into it fails, and so does the file.
 *
 * @returns the other hosts that were tried
 */
export function onlyThisMachine(): string[] {
  const tried: string[] = [];
  const restore: (() => void)[] = [];
  const guard = <T extends object>(of: T, name: keyof T, hostOf: (given: readonly unknown[]) => string) => {
    const original = of[name] as (...given: unknown[]) => unknown;
    of[name] = function (this: unknown, ...given: unknown[]) {
      const host = hostOf(given);
      if (OWN.includes(host)) return original.apply(this, given);
      tried.push(host);
      throw new Error(`a test reaches for ${host}`);
    } as never;
    restore.push(() => {
      of[name] = original as never;
    });
  };
  for (const name of LOOKUPS) {
    guard(dns, name, ([host]) => String(host));
    guard(dns.promises, name, ([host]) => String(host));
  }
  guard(net.Socket.prototype, "connect", hostOfConnection);
  afterAll(() => {
    for (const each of restore) each();
    expect(tried).toEqual([]);
  });
  return tried;
}

/** The host that `socket.connect` is given: in an object, or behind the port; both may come as one list. */
function hostOfConnection(given: readonly unknown[]): string {
  const [first, second] = Array.isArray(given[0]) ? given[0] : given;
  const { host, path } = typeof first === "object" && first !== null ? first : { host: second };
  return typeof host === "string" && path === undefined ? host : "localhost";
}
