import type { KeyObject } from "node:crypto";
import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import type { Vault } from "./vault.ts";

/** PKCS 8 form of an Ed25519 key: the bytes before the 32 of the key itself. */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
/** SPKI form of a public key: its last bytes, as many as these, are the key itself. */
const KEY_BYTES = 32;

function privateKeyOf({ resultsSeed }: Vault): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8, resultsSeed]), format: "der", type: "pkcs8" });
}

/**
 * The public half of the key that a venue signs results with, in hex; all nodes of a cluster have the same.
 */
export function publicKeyOf(vault: Vault): string {
  const spki = createPublicKey(privateKeyOf(vault)).export({ format: "der", type: "spki" });
  return spki.subarray(-KEY_BYTES).toString("hex");
}

/** The venue's Ed25519 signature of a text, in hex. */
export function signatureOf(vault: Vault, text: string): string {
  return sign(null, Buffer.from(text, "utf8"), privateKeyOf(vault)).toString("hex");
}
