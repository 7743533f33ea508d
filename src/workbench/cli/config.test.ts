import { describe, expect, test } from "vitest";
import { adminToken, commandName, demoAccounts, masterKey } from "./config.ts";

describe("demo accounts", () => {
  test("generated where nothing is set", () => {
    expect(demoAccounts({})).toEqual([
      { name: "demo-1" },
      { name: "demo-2" },
      { name: "demo-oneway", positionMode: "one-way" },
    ]);
  });

  test("each has its own three strings", () => {
    const env = {
      OUTCRY_DEMO_KEY_2: "k",
      OUTCRY_DEMO_SECRET_2: "s",
      OUTCRY_DEMO_PASSPHRASE_2: "p",
    };
    expect(demoAccounts(env)).toEqual([
      { name: "demo-1" },
      { name: "demo-2", apiKey: "k", secret: "s", passphrase: "p" },
      { name: "demo-oneway", positionMode: "one-way" },
    ]);
  });

  test("some of the three is none: said by name, without a value", () => {
    const env = { OUTCRY_DEMO_KEY: "CANARY", OUTCRY_DEMO_SECRET: "" };
    expect(() => demoAccounts(env)).toThrow(
      "OUTCRY_DEMO_SECRET and OUTCRY_DEMO_PASSPHRASE must be set too, or none of the three",
    );
  });
});

test("the master key is 32 bytes in base64", () => {
  expect(masterKey({})).toBeUndefined();
  expect(masterKey({ OUTCRY_MASTER_KEY: Buffer.alloc(32, 1).toString("base64") })).toEqual(
    Buffer.alloc(32, 1),
  );
  expect(() => masterKey({ OUTCRY_MASTER_KEY: "short" })).toThrow(/32 bytes in base64; it holds 3 bytes/);
});

test("an empty token is none", () => {
  expect(adminToken({ OUTCRY_ADMIN_TOKEN: "" })).toBeUndefined();
  expect(adminToken({ OUTCRY_ADMIN_TOKEN: "t" })).toBe("t");
});

test("commands are named as the user would type them", () => {
  expect(commandName({})).toBe("outcry");
  expect(commandName({ npm_lifecycle_event: "npx" })).toBe("outcry");
  expect(commandName({ npm_lifecycle_event: "start" })).toBe("npm run outcry --");
});
