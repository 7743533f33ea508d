import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generatedKey } from "../gateway/control/index.ts";
import { MASTER_KEY_BYTES } from "../gateway/index.ts";
import type { Rng } from "../host/rng.ts";
import type { AccountSpec } from "./options.ts";

/** An account's key as its owner needs it: shown once, kept in the credentials file of a data directory. */
export interface Credentials {
  readonly name: string;
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** `<data>/demo-credentials.json`, readable by its owner only. */
export interface CredentialsFile {
  readonly baseUrl: string;
  readonly wsUrl: string;
  readonly accounts: readonly Credentials[];
  readonly adminToken: string;
  /** Where control is, if not at `baseUrl`. */
  readonly controlUrl?: string;
}

export const CREDENTIALS_FILE = "demo-credentials.json";
export const MASTER_KEY_FILE = "master.key";
const OWNER_ONLY = 0o600;

/** The given strings of an account; those not given are as in an earlier start, or generated. */
export function credentialsOf(spec: AccountSpec, known: Credentials | undefined, rng: Rng): Credentials {
  const { apiKey, secret, passphrase } = { ...(known ?? generatedKey(rng)), ...spec };
  return { name: spec.name, apiKey, secret, passphrase };
}

/** Whether the strings were made here: a key that somebody chose does not look so. */
export function isGenerated({ apiKey }: Credentials): boolean {
  return /^ok_[A-Za-z0-9]{24}$/.test(apiKey);
}

/** What an earlier start wrote, `undefined` before the first. */
export async function readCredentials(directory: string): Promise<CredentialsFile | undefined> {
  const path = join(directory, CREDENTIALS_FILE);
  const text = await readFile(path, "utf8").catch(absent);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as CredentialsFile;
  } catch (error) {
    throw new Error(`${path} is not JSON: mend it, or move it away to have new demo keys made`, {
      cause: error,
    });
  }
}

/** Keys are written once and never made anew; only the addresses follow the venue. */
export async function writeCredentials(directory: string, file: CredentialsFile): Promise<void> {
  const path = join(directory, CREDENTIALS_FILE);
  await writeFile(path, `${JSON.stringify(file, null, 2)}\n`, { mode: OWNER_ONLY });
  await chmod(path, OWNER_ONLY);
}

/** The venue's master key: given, or from its file, which the first start makes. */
export async function masterKeyOf(
  directory: string | undefined,
  given: Uint8Array | undefined,
  rng: Rng,
): Promise<Uint8Array> {
  if (given !== undefined) return given;
  if (directory === undefined) return rng.bytes(MASTER_KEY_BYTES);
  await mkdir(directory, { recursive: true });
  const path = join(directory, MASTER_KEY_FILE);
  const text = await readFile(path, "utf8").catch(absent);
  if (text !== undefined) {
    const key = Buffer.from(text.trim(), "base64");
    if (key.length !== MASTER_KEY_BYTES) {
      throw new Error(
        `${path} does not hold ${MASTER_KEY_BYTES} bytes in base64: without it API secrets cannot be read`,
      );
    }
    return key;
  }
  const key = rng.bytes(MASTER_KEY_BYTES);
  await writeFile(path, `${Buffer.from(key).toString("base64")}\n`, { mode: OWNER_ONLY, flag: "wx" });
  return key;
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined;
  throw error;
}
