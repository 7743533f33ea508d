import { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as der from "./der.ts";

/** Files that say which authorities a program trusts. */
export interface Trust {
  /** The authorities' certificates, PEM. */
  readonly authorityFile: string;
  /** The authorities' certificates as a key store of Java. */
  readonly keyStoreFile: string;
}

/** Writes the files, readable by everybody: the program may run as another user. @param authorities PEM */
export function writeTrust(directory: string, authorities: readonly string[]): Trust {
  const trust = {
    authorityFile: join(directory, "authorities.pem"),
    keyStoreFile: join(directory, "authorities.p12"),
  };
  writeFileSync(trust.authorityFile, authorities.join("\n"), { mode: 0o644 });
  writeFileSync(trust.keyStoreFile, keyStoreOf(authorities), { mode: 0o644 });
  return trust;
}

const DATA = der.objectId("1.2.840.113549.1.7.1");
const CERTIFICATE_BAG = der.objectId("1.2.840.113549.1.12.10.1.3");
const X509_CERTIFICATE = der.objectId("1.2.840.113549.1.9.22.1");
const FRIENDLY_NAME = der.objectId("1.2.840.113549.1.9.20");
/** By this attribute of Java's own a certificate is one to trust, here for every use. */
const TRUSTED_KEY_USAGE = der.objectId("2.16.840.1.113894.746875.1.1");
const ANY_USE = der.objectId("2.5.29.37.0");

/**
 * A key store of Java (PKCS #12, RFC 7292) that trusts some authorities: no key, no password, nothing
 * encrypted, since a certificate is no secret. The bytes are those of `keytool` without protection and MAC,
 * which Java reads from 8 on.
 *
 * @param authorities PEM
 */
export function keyStoreOf(authorities: readonly string[]): Buffer {
  const bags = authorities.map((pem, i) =>
    der.sequence(
      CERTIFICATE_BAG,
      der.explicit(0, certificate(pem)),
      der.set(
        der.sequence(FRIENDLY_NAME, der.set(der.bmp(`authority-${i + 1}`))),
        der.sequence(TRUSTED_KEY_USAGE, der.set(ANY_USE)),
      ),
    ),
  );
  const version = der.integer(Buffer.from([3]));
  return der.sequence(version, data(der.sequence(data(der.sequence(...bags)))));
}

function certificate(pem: string): Buffer {
  return der.sequence(X509_CERTIFICATE, der.explicit(0, der.octets(new X509Certificate(pem).raw)));
}

function data(content: Buffer): Buffer {
  return der.sequence(DATA, der.explicit(0, der.octets(content)));
}
