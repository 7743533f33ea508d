import type { Venue } from "../../src/assembly/venue/index.ts";
import { PERMIT_FUTURES, PERMIT_READ, PERMIT_SPOT } from "../../src/kernel/core/index.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import { Vault } from "../../src/service/gateway/index.ts";
import { Client } from "../venue/client.ts";

/** Encrypts the keys of the venues under test, which must be started with it. */
export const MASTER_KEY = new Uint8Array(32).fill(3);

const vault = new Vault(MASTER_KEY, new SeededRng(1));
const ALL = PERMIT_READ | PERMIT_SPOT | PERMIT_FUTURES;

/** Adds a key to an account as an operator would, and returns who can call with it. */
export async function holder(
  venue: Venue,
  name: string,
  account: number,
  given: {
    readonly permissions?: number;
    readonly addresses?: string;
    readonly wireProfile?: string;
    readonly activeFrom?: number;
    readonly expires?: number;
  } = {},
): Promise<Client> {
  const key = { apiKey: name, secret: `secret-of-${name}`, passphrase: "pass" };
  const { rejection } = await venue.engine.submit({
    type: "addKey",
    account,
    permissions: ALL,
    activeFrom: 0,
    expires: 0,
    key: name,
    sealedSecret: vault.encrypt(key.secret, { key: name, account }),
    passphraseHash: vault.hashPassphrase(key.passphrase, name),
    label: name,
    addresses: "",
    wireProfile: "",
    ...given,
  });
  if (rejection !== undefined) throw new Error(`addKey was refused: ${rejection.type}`);
  return new Client(venue.baseUrl, key);
}
