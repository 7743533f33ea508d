import { expect, test } from "vitest";
import type { KeyView } from "../../../kernel/core/index.ts";
import { PERMIT_FUTURES } from "../../../kernel/core/index.ts";
import type { EnginePort } from "../../../kernel/engine/index.ts";
import { SeededRng } from "../../../kernel/host/seededRng.ts";
import { Keys } from "./keys.ts";
import { Vault } from "./vault.ts";

const vault = new Vault(new Uint8Array(32).fill(1), new SeededRng(1));
const other = new Vault(new Uint8Array(32).fill(2), new SeededRng(1));

function view(key: string, change: Partial<KeyView> = {}): KeyView {
  return {
    key,
    account: 4,
    permissions: PERMIT_FUTURES,
    activeFrom: 0,
    expires: 0,
    disabled: false,
    sealedSecret: vault.encrypt("s3cr3t", { key, account: 4 }),
    passphraseHash: "",
    label: "",
    addresses: "",
    wireProfile: "",
    before: undefined,
    ...change,
  };
}

async function open(keys: readonly KeyView[], answers: (() => unknown)[] = []) {
  const errors: object[] = [];
  const engine = {
    durableSeq: 7,
    query: async ({ type }: { readonly type: string }) => (type === "keys" ? keys : answers.shift()?.()),
    subscribe: () => () => {},
  } as unknown as EnginePort;
  const log = { info() {}, warn() {}, error: (fields: object) => errors.push(fields) };
  return { keys: await Keys.open(engine, vault, log), errors };
}

test("a key that cannot be used is logged and unknown; the others stand", async () => {
  const { keys, errors } = await open([
    view("good"),
    view("encrypted by another", {
      sealedSecret: other.encrypt("s3cr3t", { key: "encrypted by another", account: 4 }),
    }),
    view("moved", { sealedSecret: vault.encrypt("s3cr3t", { key: "good", account: 4 }) }),
    view("nowhere", { addresses: "example.org" }),
  ]);
  expect(["encrypted by another", "moved", "nowhere"].map((key) => keys.find(key))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(errors.length).toBe(3);
  expect(JSON.stringify(errors)).not.toContain("s3cr3t");
});

test("an account is read once, when first asked for; a failed attempt is repeated", async () => {
  const halted = new Error("halted");
  const { keys } = await open(
    [view("good")],
    [
      () => {
        throw halted;
      },
      () => ({ status: 1, orderRateLimitPerMinute: 5 }),
    ],
  );
  const { account } = keys.find("good")!;
  expect(account.known).toBe(false);
  await expect(keys.accounts.settled(account)).rejects.toBe(halted);
  const twice = [keys.accounts.settled(account), keys.accounts.settled(account)];
  expect(twice[0]).toBe(twice[1]);
  await Promise.all(twice);
  expect(account).toMatchObject({ known: true, status: 1, orderRateLimitPerMinute: 5 });
});
