import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Dialect } from "../../interface/wire/index.ts";
import { OWNER_FILE } from "../../kernel/host/ownerOnly.ts";
import type { Rng } from "../../kernel/host/rng.ts";
import { sync } from "../../kernel/host/sync.ts";
import { undefinedIfGone } from "../../kernel/host/systemErrors.ts";
import { generatedKey } from "../../service/gateway/auth/newKey.ts";
import { MASTER_KEY_BYTES } from "../../service/gateway/auth/vault.ts";
import { parseChecked, writeChecked } from "./checkedJson.ts";
import { DataUnusableError } from "./dataErrors.ts";
import type { AccountSpec } from "./options.ts";

/**
 * An account's key as its owner needs it: shown once, and kept in the credentials file of a data directory.
 */
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
  /** The dialects that are served; left out by older builds. */
  readonly dialects?: readonly Dialect[];
  /** The address of control, if it is not `baseUrl`. */
  readonly controlUrl?: string;
}

export const CREDENTIALS_FILE = "demo-credentials.json";
export const MASTER_KEY_FILE = "master.key";

/** The key strings of an account: the given ones, else those of an earlier start, else generated ones. */
export function credentialsOf(spec: AccountSpec, known: Credentials | undefined, rng: Rng): Credentials {
  const { apiKey, secret, passphrase } = { ...(known ?? generatedKey(rng)), ...spec };
  return { name: spec.name, apiKey, secret, passphrase };
}

/** Whether the strings were generated here, which the key's form shows. */
export function isGenerated({ apiKey }: Credentials): boolean {
  return /^ok_[A-Za-z0-9]{24}$/.test(apiKey);
}

/** The file that an earlier start wrote, `undefined` before the first. */
export async function readCredentials(directory: string): Promise<CredentialsFile | undefined> {
  const path = join(directory, CREDENTIALS_FILE);
  const text = await readFile(path, "utf8").catch(undefinedIfGone);
  if (text === undefined) return undefined;
  const file = parseChecked(text);
  if (isCredentialsFile(file)) return file;
  throw new DataUnusableError(
    `${path} is not what a venue wrote: restore it from a copy, or move it away to have new demo keys made where the ` +
      "market has none",
  );
}

function isCredentialsFile(file: unknown): file is CredentialsFile {
  if (typeof file !== "object" || file === null) return false;
  const { adminToken, accounts } = file as Record<string, unknown>;
  const isKey = (each: Record<string, unknown> | null) =>
    ["name", "apiKey", "secret", "passphrase"].every((name) => typeof each?.[name] === "string");
  return typeof adminToken === "string" && Array.isArray(accounts) && accounts.every(isKey);
}

/** Writes the file. Keys are written once and never changed; addresses and dialects follow the venue. */
export async function writeCredentials(directory: string, file: CredentialsFile): Promise<void> {
  await writeChecked(join(directory, CREDENTIALS_FILE), file);
}

/**
 * The venue's master key: the given one, or that of its file, which is made only for a directory without a
 * market.
 *
 * @param isNew whether the directory holds no market yet, whose secrets another key could not open
 */
export async function masterKeyOf(
  directory: string | undefined,
  given: Uint8Array | undefined,
  rng: Rng,
  isNew = false,
): Promise<Uint8Array> {
  if (given !== undefined) return given;
  if (directory === undefined) return rng.bytes(MASTER_KEY_BYTES);
  const path = join(directory, MASTER_KEY_FILE);
  const text = await readFile(path, "utf8").catch(undefinedIfGone);
  if (text === undefined && !isNew) {
    throw new DataUnusableError(
      `${path} is missing, and the market there has secrets that only it opens: put it back, or give it in OUTCRY_MASTER_KEY`,
    );
  }
  if (text !== undefined) return masterKeyIn(path, text.trim());
  return makeMasterKey(directory, rng);
}

/** Makes the master key of a directory that has none. */
export async function makeMasterKey(directory: string, rng: Rng): Promise<Uint8Array> {
  const key = rng.bytes(MASTER_KEY_BYTES);
  const text = `${Buffer.from(key).toString("base64")}\n`;
  await writeFile(join(directory, MASTER_KEY_FILE), text, { mode: OWNER_FILE, flag: "wx", flush: true });
  await sync(directory);
  return key;
}

function masterKeyIn(path: string, text: string): Uint8Array {
  const key = Buffer.from(text, "base64");
  if (key.length === MASTER_KEY_BYTES && key.toString("base64") === text) return key;
  throw new DataUnusableError(
    `${path} does not hold ${MASTER_KEY_BYTES} bytes in base64, and without it API secrets cannot be read: restore it from ` +
      "a copy, or give it in OUTCRY_MASTER_KEY",
  );
}
