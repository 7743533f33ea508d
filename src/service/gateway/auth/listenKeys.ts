import type { ApiKey, Keys } from "./keys.ts";
import type { StreamLives } from "./streamLives.ts";
import type { Vault } from "./vault.ts";

/** Separates listen keys from whatever else is derived from the master key. */
const PURPOSE = "listen key";
const LISTEN_KEY = /^[0-9a-f]{64}$/;

/**
 * Listen keys: names of user data streams, which clients of the fapi dialect put into the address of a
 * socket in place of a signature. The listen key of an API key is computed from it and the master key. So
 * nobody can guess one, and every node knows it, also after a restart. How long it is valid is kept by
 * {@link StreamLives}.
 */
export class ListenKeys {
  readonly #vault: Vault;
  readonly #keys: Keys;
  readonly #lives: StreamLives;
  /** API keys by listen key, as far as they were computed. */
  readonly #holders = new Map<string, string>();
  readonly #computed = new Map<string, string>();

  constructor(vault: Vault, keys: Keys, lives: StreamLives) {
    this.#vault = vault;
    this.#keys = keys;
    this.#lives = lives;
  }

  /** The listen key of an API key, good for an hour from now. */
  issue(key: string): string {
    this.#lives.prolong(key);
    return this.#of(key);
  }

  /**
   * Prolongs the listen key of an API key by an hour. @returns it; `undefined` where it has ended, or
   * `named` is another one
   */
  prolong(key: string, named: string | undefined): string | undefined {
    return this.#isAlive(key, named) ? this.issue(key) : undefined;
  }

  /** Ends the listen key of an API key, and with it its streams. @returns whether it was alive */
  end(key: string, named: string | undefined): boolean {
    if (!this.#isAlive(key, named)) return false;
    this.#lives.end(key);
    return true;
  }

  /** The API key of a listen key that is valid. */
  holderOf(listenKey: string): ApiKey | undefined {
    const key = this.#nameOf(listenKey);
    return key === undefined || !this.#lives.isAlive(key) ? undefined : this.#keys.find(key);
  }

  /** Calls `ended` once when the listen key of an API key, which is valid, ends; returns how to stop that. */
  watch({ key }: ApiKey, ended: () => void): () => void {
    return this.#lives.watch(key, ended);
  }

  #isAlive(key: string, named: string | undefined): boolean {
    return (named === undefined || named === this.#of(key)) && this.#lives.isAlive(key);
  }

  #of(key: string): string {
    let listenKey = this.#computed.get(key);
    if (listenKey === undefined) {
      listenKey = Buffer.from(this.#vault.hashPassphrase(PURPOSE, key), "base64").toString("hex");
      this.#computed.set(key, listenKey);
      this.#holders.set(listenKey, key);
    }
    return listenKey;
  }

  /**
   * The name of the API key of a listen key. After a start no listen key is known yet: then those of all API
   * keys are computed.
   */
  #nameOf(listenKey: string): string | undefined {
    const known = this.#holders.get(listenKey);
    if (known !== undefined || !LISTEN_KEY.test(listenKey)) return known;
    for (const key of this.#keys.names()) this.#of(key);
    return this.#holders.get(listenKey);
  }
}
