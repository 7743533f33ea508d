import { generateKeyPairSync } from "node:crypto";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { control } from "./control.ts";
import type { Key } from "./stamp.ts";

/** A key whose private half its owner keeps, as PEM. */
export interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

export type PairKind = "RSA" | "Ed25519";

/** @param bits of an RSA key */
export function keyPair(kind: PairKind, bits = 2_048): KeyPair {
  const publicKeyEncoding = { type: "spki", format: "pem" } as const;
  const privateKeyEncoding = { type: "pkcs8", format: "pem" } as const;
  return kind === "RSA"
    ? generateKeyPairSync("rsa", { modulusLength: bits, publicKeyEncoding, privateKeyEncoding })
    : generateKeyPairSync("ed25519", { publicKeyEncoding, privateKeyEncoding });
}

/** Registers a new key of an account by its public half; the private one stands for its secret. */
export async function registered(venue: Venue, account: string, kind: PairKind): Promise<Key> {
  const { publicKey, privateKey } = keyPair(kind);
  const { status, body } = await control(venue, "keys/register", { account, publicKey });
  if (status !== 200 || body.kind !== kind) throw new Error(JSON.stringify(body));
  return { apiKey: body.apiKey, secret: privateKey, passphrase: "" };
}
