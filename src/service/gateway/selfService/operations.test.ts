import { expect, test } from "vitest";
import { PERMIT_READ } from "../../../kernel/core/index.ts";
import { systemRng } from "../../../kernel/host/rng.ts";
import { Vault } from "../auth/vault.ts";
import { selfServiceOperations } from "./operations.ts";

/** What is asked for at the same time, where a key that is asked for is there a moment later. */

test("keys that are made at the same time are no more than the invitation allows", async () => {
  const keys = [{ key: "first", account: 7, disabled: false }];
  const invitation = { accounts: [7], keys: 2, permissions: PERMIT_READ };
  const context = {
    account: 7,
    key: "first",
    engine: {
      query: async ({ type }: { readonly type: string }) => (type === "keys" ? [...keys] : [invitation]),
    },
    async submit({ key }: { readonly key: string }) {
      await new Promise(setImmediate);
      keys.push({ key, account: 7, disabled: false });
      return {};
    },
  };
  const vault = new Vault(new Uint8Array(32), systemRng);
  const operations = selfServiceOperations({ vault, rng: systemRng, keyDelayMs: 0 });
  const create = operations.find(({ path }) => path.endsWith("/create"))!;
  const asked = { label: "", permissions: ["read"], addresses: undefined, delayMinutes: 0 };
  const made = await Promise.allSettled([1, 2, 3].map(() => create.handle(context, asked)));
  expect(made.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(keys).toHaveLength(2);
});
