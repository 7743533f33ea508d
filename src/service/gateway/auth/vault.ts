import type { KeyObject } from "node:crypto";
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  sign,
  timingSafeEqual,
} from "node:crypto";
import type { Rng } from "../../../kernel/host/rng.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const MASTER_KEY_BYTES = 32;

/**
 * The owner of an encrypted secret: the encryption authenticates it, so that a ciphertext cannot be moved to
 * another key.
 */
export interface SecretOwner {
  readonly key: string;
  readonly account: number;
}

/**
 * What the venue's master key protects. Secrets are encrypted with AES-256-GCM (the signature check needs
 * them in clear); passphrases are only ever compared, so a keyed hash is kept. All keys are derived from the
 * master key and used for nothing else.
 */
export class Vault {
  readonly #encryptionKey: Uint8Array;
  readonly #pepper: Uint8Array;
  /** The key by which the nodes of a cluster, which share the master key, know each other; 32 bytes. */
  readonly linkKey: Uint8Array;
  /** The seed of the venue's Ed25519 key, which signs the results of contests; 32 bytes. */
  readonly resultsSeed: Uint8Array;
  readonly #rng: Rng;

  /** @param master 32 bytes */
  constructor(master: Uint8Array, rng: Rng) {
    if (master.length !== MASTER_KEY_BYTES)
      throw new RangeError(`a master key has ${MASTER_KEY_BYTES} bytes`);
    this.#encryptionKey = derive(master, "outcry: sealing of API secrets");
    this.#pepper = derive(master, "outcry: pepper of API passphrases");
    this.linkKey = derive(master, "outcry: link between the nodes of a cluster");
    this.resultsSeed = derive(master, "outcry: signing of results");
    this.#rng = rng;
  }

  /** @returns base64 of nonce, ciphertext and tag */
  encrypt(secret: string, owner: SecretOwner): string {
    const nonce = this.#rng.bytes(NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", this.#encryptionKey, nonce).setAAD(associated(owner));
    return Buffer.concat([
      nonce,
      cipher.update(secret, "utf8"),
      cipher.final(),
      cipher.getAuthTag(),
    ]).toString("base64");
  }

  /**
   * The secret's bytes, `undefined` when another master key encrypted it or it belongs to another key or
   * account.
   */
  decrypt(encrypted: string, owner: SecretOwner): Buffer | undefined {
    const bytes = Buffer.from(encrypted, "base64");
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    const decipher = createDecipheriv("aes-256-gcm", this.#encryptionKey, bytes.subarray(0, NONCE_BYTES))
      .setAAD(associated(owner))
      .setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
    const opened = decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES));
    try {
      return Buffer.concat([opened, decipher.final()]);
    } catch {
      return undefined; // the tag does not fit: that is the answer, not an accident
    }
  }

  /** @returns base64 of HMAC-SHA-256 over key id and passphrase */
  hashPassphrase(passphrase: string, key: string): string {
    return this.#hash(passphrase, key).toString("base64");
  }

  /** Compares in constant time. */
  isPassphrase(passphrase: string, key: string, hash: string): boolean {
    const expected = Buffer.from(hash, "base64");
    const actual = this.#hash(passphrase, key);
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }

  #hash(passphrase: string, key: string): Buffer {
    return createHmac("sha256", this.#pepper).update(`${key}\0${passphrase}`, "utf8").digest();
  }
}

function derive(master: Uint8Array, purpose: string): Uint8Array {
  return createHmac("sha256", master).update(purpose).digest();
}

function associated({ key, account }: SecretOwner): Uint8Array {
  return Buffer.from(`${account}:${key}`, "utf8");
}

/** Whether a text may be the passphrase of a new key. */
export function isPassphrase(text: string): boolean {
  return /^[A-Za-z0-9]{1,128}$/.test(text);
}

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
