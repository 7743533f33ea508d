import { expect, test } from "vitest";
import { Driver } from "../../../test/core/driver.ts";
import type { Command, Query } from "../../kernel/core/index.ts";
import type { EnginePort } from "../../kernel/engine/index.ts";
import { SeededRng } from "../../kernel/host/seededRng.ts";
import { Vault } from "../../service/gateway/auth/vault.ts";
import { openAccounts } from "./firstStart.ts";

const keyOf = (name: string) => ({
  name,
  credentials: { name, apiKey: `key of ${name}`, secret: "secret", passphrase: "passphrase1" },
});

test("an account without key and money gets both at the next start, once; one that has a key is left alone", async () => {
  const venue = new Driver();
  const engine = {
    submit: async (command: Command) => venue.execute(command),
    query: async (query: Query) => venue.ask(query),
  } as unknown as EnginePort;
  const vault = new Vault(new Uint8Array(32), new SeededRng(1));
  const account = venue.user("cut off");
  const poor = venue.user("poor");
  const about = { sealedSecret: "", passphraseHash: "", label: "", addresses: "", wireProfile: "" };
  const times = { activeFrom: 0, expires: 0 };
  venue.accept({ type: "addKey", account: poor, key: "another", permissions: 1, ...times, ...about });
  const money = (of: number) => venue.ask({ type: "assets", account: of })!.wallet;
  for (let start = 0; start < 2; start++) {
    await openAccounts(engine, vault, [keyOf("cut off"), keyOf("poor")], "1000", new Map());
    expect([money(account), money(poor)]).toEqual([1_000n * 100_000_000n, 0n]);
  }
});
