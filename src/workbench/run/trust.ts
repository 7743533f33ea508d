import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { keyStoreOf } from "./keyStore.ts";

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
