import { describe, expect, test } from "vitest";
import { SeededRng } from "../../host/seededRng.ts";
import { Vault } from "./vault.ts";

const master = new Uint8Array(32).fill(3);
const vault = new Vault(master, new SeededRng(1));
const owner = { key: "key-1", account: 4 };

describe("vault", () => {
  test("opens what it sealed, for its owner alone", () => {
    const sealed = vault.seal("sécret", owner);
    expect(sealed).not.toContain("cret");
    expect(vault.open(sealed, owner)?.toString()).toBe("sécret");
    expect(vault.open(sealed, { ...owner, account: 5 })).toBeUndefined();
    expect(vault.open(sealed, { ...owner, key: "key-2" })).toBeUndefined();
    expect(new Vault(new Uint8Array(32), new SeededRng(1)).open(sealed, owner)).toBeUndefined();
    expect(vault.open("", owner)).toBeUndefined();
    const damaged = Buffer.from(sealed, "base64");
    damaged[14]! ^= 1;
    expect(vault.open(damaged.toString("base64"), owner)).toBeUndefined();
  });

  test("the same secret is sealed differently each time", () => {
    expect(vault.seal("s", owner)).not.toBe(vault.seal("s", owner));
  });

  test("a passphrase is known by its hash, bound to the key", () => {
    const hash = vault.hashPassphrase("letmein", "key-1");
    expect(vault.isPassphrase("letmein", "key-1", hash)).toBe(true);
    expect(vault.isPassphrase("letmein", "key-2", hash)).toBe(false);
    expect(vault.isPassphrase("other", "key-1", hash)).toBe(false);
    expect(vault.isPassphrase("letmein", "key-1", "")).toBe(false);
  });

  test("a master key has 32 bytes", () => {
    expect(() => new Vault(new Uint8Array(16), new SeededRng(1))).toThrow("32 bytes");
  });
});
