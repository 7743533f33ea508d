import type { KeyObject } from "node:crypto";
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { DAY_MS } from "../../kernel/host/clock.ts";
import * as der from "./der.ts";

/** Certificates of the stand-in for hosts over TLS, and the authority to trust; PEM. */
export interface Certificates {
  /** The authority's certificate. Its private key is not kept: it can never sign anything else. */
  readonly authority: string;
  /** A certificate for exactly the given hosts. */
  readonly certificate: string;
  readonly key: string;
}

/** For how many days a certificate is valid: a run cannot last longer. */
const VALID_DAYS = 90;
const AUTHORITY_NAME = "outcry run: trusted by one program, for one run";

const ECDSA_WITH_SHA256 = der.sequence(der.objectId("1.2.840.10045.4.3.2"));
const EXTENSION = {
  subjectKey: "2.5.29.14",
  keyUsage: "2.5.29.15",
  alternativeNames: "2.5.29.17",
  basicConstraints: "2.5.29.19",
  authorityKey: "2.5.29.35",
  extendedKeyUsage: "2.5.29.37",
} as const;
const SERVER_AUTHENTICATION = "1.3.6.1.5.5.7.3.1";
/** Key usage is a string of bits, the first one highest. */
const DIGITAL_SIGNATURE = der.bits(Buffer.from([0b1000_0000]), 7);
const CERTIFICATE_SIGNING = der.bits(Buffer.from([0b0000_0100]), 2);

interface Subject {
  readonly name: string;
  readonly publicKey: KeyObject;
}

/**
 * A certificate for hosts, and the authority that signed it, made for one run. Node.js reads certificates but
 * cannot make them, and the `openssl` program is not everywhere; so this writes the part of X.509 v3 (RFC
 * 5280) that strict clients require: both key identifiers, key usage, names of hosts.
 *
 * @param nowMs host time
 */
export function certificatesFor(hosts: readonly string[], nowMs: number): Certificates {
  const authorityKeys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const authority: Subject = { name: AUTHORITY_NAME, publicKey: authorityKeys.publicKey };
  const subject: Subject = { name: hosts[0] ?? "localhost", publicKey: keys.publicKey };
  const signed = (of: Subject, extensions: readonly Buffer[]): string =>
    pem("CERTIFICATE", signedBy(authorityKeys.privateKey, toBeSigned(of, authority, extensions, nowMs)));
  return {
    authority: signed(authority, [
      extension("basicConstraints", der.sequence(der.boolean(true)), true),
      extension("keyUsage", CERTIFICATE_SIGNING, true),
    ]),
    certificate: signed(subject, [
      extension("basicConstraints", der.sequence(), true),
      extension("keyUsage", DIGITAL_SIGNATURE, true),
      extension("extendedKeyUsage", der.sequence(der.objectId(SERVER_AUTHENTICATION))),
      extension(
        "alternativeNames",
        der.sequence(...hosts.map((host) => der.implicit(2, Buffer.from(host, "ascii")))),
      ),
    ]),
    key: keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function toBeSigned(of: Subject, by: Subject, extensions: readonly Buffer[], nowMs: number): Buffer {
  const serial = randomBytes(16);
  serial[0] = (serial[0]! & 0x7f) | 0x40; // positive, and its first byte is not 0
  return der.sequence(
    der.explicit(0, der.integer(Buffer.from([2]))), // v3
    der.integer(serial),
    ECDSA_WITH_SHA256,
    nameOf(by),
    der.sequence(der.utcTime(nowMs - DAY_MS), der.utcTime(nowMs + VALID_DAYS * DAY_MS)),
    nameOf(of),
    of.publicKey.export({ type: "spki", format: "der" }),
    der.explicit(
      3,
      der.sequence(
        ...extensions,
        extension("subjectKey", der.octets(keyIdOf(of))),
        extension("authorityKey", der.sequence(der.implicit(0, keyIdOf(by)))),
      ),
    ),
  );
}

/**
 * One common name, which has at most 64 characters (RFC 5280); clients read hosts from the alternative names.
 */
function nameOf({ name }: Subject): Buffer {
  return der.sequence(der.set(der.sequence(der.objectId("2.5.4.3"), der.utf8(name.slice(0, 64)))));
}

function keyIdOf({ publicKey }: Subject): Buffer {
  return createHash("sha1")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest();
}

function extension(name: keyof typeof EXTENSION, content: Buffer, isCritical = false): Buffer {
  const critical = isCritical ? [der.boolean(true)] : [];
  return der.sequence(der.objectId(EXTENSION[name]), ...critical, der.octets(content));
}

function signedBy(key: KeyObject, content: Buffer): Buffer {
  return der.sequence(content, ECDSA_WITH_SHA256, der.bits(sign("sha256", content, key)));
}

function pem(label: string, content: Buffer): string {
  const lines = content.toString("base64").match(/.{1,64}/g)!;
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}
