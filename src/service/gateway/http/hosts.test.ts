import { expect, test } from "vitest";
import { HostNames } from "./hosts.ts";

test.each([
  [undefined, true],
  ["localhost:8787", true],
  ["127.0.0.1:8787", true],
  ["[::1]:8787", true],
  ["192.168.1.7", true],
  ["Venue.Example:80", true],
  ["api.localhost", true],
  ["evil.example", false],
  ["localhost.evil.example:8787", false],
  ["", false],
  [":8787", false],
  ["::1", false],
  ["[::1", false],
  ["[::1]evil.example", false],
  ["[localhost]:8787", false],
  ["[127.0.0.1]", false],
  ["localhost:evil.example", false],
  ["localhost:8787:1", false],
  ["localhost:", true],
])("host %j: %s", (header, allowed) => {
  expect(new HostNames(["venue.example"]).allows(header)).toBe(allowed);
});
