import { describe, expect, test } from "vitest";
import { SeededRng } from "../../../kernel/host/seededRng.ts";
import { Vault } from "./vault.ts";

const master = new Uint8Array(32).fill(3);
const vault = new Vault(master, new SeededRng(1));
const owner = { key: "key-1", account: 4 };

describe("vault", () => {
  test("decrypts what it encrypted, for its owner alone", () => {
    const encrypted = vault.encrypt("sécret", owner);
    expect(encrypted).not.toContain("cret");
    expect(vault.decrypt(encrypted, owner)?.toString()).toBe("sécret");
    expect(vault.decrypt(encrypted, { ...owner, account: 5 })).toBeUndefined();
    expect(vault.decrypt(encrypted, { ...owner, key: "key-2" })).toBeUndefined();
    expect(new Vault(new Uint8Array(32), new SeededRng(1)).decrypt(encrypted, owner)).toBeUndefined();
    expect(vault.decrypt("", owner)).toBeUndefined();
    const damaged = Buffer.from(encrypted, "base64");
    damaged[14]! ^= 1;
    expect(vault.decrypt(damaged.toString("base64"), owner)).toBeUndefined();
  });

  test("the same secret is encrypted differently each time", () => {
    expect(vault.encrypt("s", owner)).not.toBe(vault.encrypt("s", owner));
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
