import { describe, expect, test } from "vitest";
import { AddressList, isLoopback, normalAddress } from "./addresses.ts";

describe("addresses", () => {
  test.each([
    ["", "203.0.113.9", true],
    ["203.0.113.9", "203.0.113.9", true],
    ["203.0.113.9", "203.0.113.10", false],
    ["10.0.0.0/8, 192.168.1.7", "10.255.0.1", true],
    ["10.0.0.0/8, 192.168.1.7", "192.168.1.7", true],
    ["10.0.0.0/8, 192.168.1.7", "192.168.1.8", false],
    ["2001:db8::/32", "2001:db8::1", true],
    ["2001:db8::/32", "2001:db9::1", false],
    ["::ffff:203.0.113.9", "203.0.113.9", true],
    ["10.0.0.0/8", "not an address", false],
    ["::/0", "203.0.113.9", false],
    ["::/0", "2001:db8::1", true],
    ["0.0.0.0/0", "2001:db8::1", false],
    ["0.0.0.0/0,::/0", "203.0.113.9", true],
  ])("list %j, address %s: %s", (list, address, allowed) => {
    expect(new AddressList(list).allows(address)).toBe(allowed);
  });

  test.each(["10.0.0.0/33", "10.0.0", "example.org", "10.0.0.0/8/9", "10.0.0.0/", "::1/129"])(
    "%j is refused",
    (entry) => {
      expect(() => new AddressList(entry)).toThrow(RangeError);
    },
  );

  test("IPv4 over IPv6 is IPv4; loopback", () => {
    expect(normalAddress("::ffff:127.0.0.1")).toBe("127.0.0.1");
    expect([isLoopback("127.0.0.1"), isLoopback("::1"), isLoopback("10.0.0.1")]).toEqual([true, true, false]);
  });
});
