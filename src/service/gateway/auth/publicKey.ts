import type { KeyObject } from "node:crypto";
import { createPublicKey, verify } from "node:crypto";
import { invalidParameter } from "../../../interface/wire/index.ts";

/**
 * How requests of a key are signed: with a secret that the venue has, too (HMAC), or with a private key that
 * only its owner has.
 */
export type KeyKind = "HMAC" | "RSA" | "Ed25519";

const RSA_BITS_MIN = 2_048;
const RSA_BITS_MAX = 4_096;
/** The largest public exponent: what a signature costs to verify grows with it. */
const RSA_EXPONENT_MAX = 65_537n;
/** Begins the text of a public key, which is stored where other keys have their secret. */
const HEADER = "-----BEGIN PUBLIC KEY-----";
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export const PUBLIC_KEY_RULE = `an RSA key of ${RSA_BITS_MIN} to ${RSA_BITS_MAX} bits or an Ed25519 key, its public half as PEM`;

/** The public half of a key whose owner alone has the private one. */
export class PublicKey {
  readonly kind: Exclude<KeyKind, "HMAC">;
  readonly #key: KeyObject;

  private constructor(key: KeyObject, kind: Exclude<KeyKind, "HMAC">) {
    this.#key = key;
    this.kind = kind;
  }

  /** Reads what an operator registers. @throws WireError naming the parameter `publicKey` and its rule */
  static read(pem: string): PublicKey {
    if (pem.includes("PRIVATE KEY"))
      throw invalidParameter(
        "publicKey",
        `that is the private half, which nobody else may have; expected is ${PUBLIC_KEY_RULE}`,
      );
    const key = opened(pem);
    if (key === undefined)
      throw invalidParameter(
        "publicKey",
        `no PEM of a public key can be read; expected is ${PUBLIC_KEY_RULE}`,
      );
    const fault = faultOf(key);
    if (fault !== "") throw invalidParameter("publicKey", `${fault}; expected is ${PUBLIC_KEY_RULE}`);
    return new PublicKey(key, kindOf(key)!);
  }

  /** The public key that was stored in place of a secret; `undefined` where a secret was stored. */
  static kept(secret: Uint8Array): PublicKey | undefined {
    const text = Buffer.from(secret).toString("utf8");
    if (!isPublicKey(text)) return undefined;
    const key = opened(text);
    const kind = key && kindOf(key);
    return key === undefined || kind === undefined ? undefined : new PublicKey(key, kind);
  }

  /** The text that is stored in place of a secret. */
  get text(): string {
    return this.#key.export({ type: "spki", format: "pem" }).toString();
  }

  /** Whether a text is the base64 of a signature: RSASSA-PKCS1-v1_5 with SHA-256, or Ed25519. */
  fits(signed: Uint8Array, signature: string): boolean {
    if (!BASE64.test(signature)) return false;
    const algorithm = this.kind === "RSA" ? "sha256" : null;
    return verify(algorithm, signed, this.#key, Buffer.from(signature, "base64"));
  }
}

/** Whether a text begins like a public key, which no secret may. */
export function isPublicKey(text: string): boolean {
  return text.startsWith(HEADER);
}

function opened(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem);
  } catch {
    return undefined; // the platform's own words name its library's functions
  }
}

function kindOf({ asymmetricKeyType }: KeyObject): Exclude<KeyKind, "HMAC"> | undefined {
  return asymmetricKeyType === "rsa" ? "RSA" : asymmetricKeyType === "ed25519" ? "Ed25519" : undefined;
}

/** Why a key cannot be registered; "" if it can. */
function faultOf(key: KeyObject): string {
  const kind = kindOf(key);
  if (kind === undefined) return `it is a key of the kind ${key.asymmetricKeyType}`;
  if (kind === "Ed25519") return "";
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (modulusLength < RSA_BITS_MIN || modulusLength > RSA_BITS_MAX) return `it has ${modulusLength} bits`;
  return publicExponent > RSA_EXPONENT_MAX ? `its exponent is above ${RSA_EXPONENT_MAX}` : "";
}
