import type { SignIn } from "./demoSession.ts";

/**
 * A key that this browser stores because its reader asked for it, in IndexedDB.
 *
 * The secret is stored as a WebCrypto key that cannot be exported: it signs, and nobody can read it, not even
 * this page. The key's id and the passphrase are encrypted with a second such key. So no copy of the
 * browser's files, and no look into its storage, shows any of the three. It does not protect against somebody
 * who can run this page in this browser: they can sign in.
 */

const DATABASE = "outcry";
const STORE = "keys";
const ENTRY = "remembered";

interface Stored {
  readonly signing: CryptoKey;
  readonly encryption: CryptoKey;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly encrypted: ArrayBuffer;
}

export async function remember({ name, apiKey, secret, passphrase }: SignIn): Promise<void> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const { subtle } = crypto;
  const signing =
    typeof secret === "string"
      ? await subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
      : secret;
  const encryption = await subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = bytes(JSON.stringify({ name, apiKey, passphrase }));
  const encrypted = await subtle.encrypt({ name: "AES-GCM", iv }, encryption, plain);
  const stored: Stored = { signing, encryption, iv, encrypted };
  await inStore("readwrite", (store) => store.put(stored, ENTRY));
}

/** The stored key; undefined if there is none, or it can no longer be read. */
export async function remembered(): Promise<SignIn | undefined> {
  try {
    const stored = (await inStore("readonly", (store) => store.get(ENTRY))) as Stored | undefined;
    if (stored === undefined) return undefined;
    const { signing, encryption, iv, encrypted } = stored;
    const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, encryption, encrypted);
    const { name, apiKey, passphrase } = JSON.parse(new TextDecoder().decode(plain)) as SignIn;
    return { name, apiKey, passphrase, secret: signing, isDemo: false };
  } catch {
    return undefined;
  }
}

export async function forget(): Promise<void> {
  await inStore("readwrite", (store) => store.delete(ENTRY));
}

async function inStore<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await done(opening);
  try {
    return await done(ask(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser's storage refused it"));
  });
}
