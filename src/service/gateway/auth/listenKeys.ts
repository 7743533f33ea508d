import type { Clock, Timer } from "../../../kernel/host/clock.ts";
import { MINUTE_MS } from "../../../kernel/host/clock.ts";
import type { ApiKey, Keys } from "./keys.ts";
import type { Vault } from "./vault.ts";

const LIFE_MS = 60 * MINUTE_MS;
/** Separates listen keys from whatever else is derived from the master key. */
const PURPOSE = "listen key";
const LISTEN_KEY = /^[0-9a-f]{64}$/;

interface Life {
  untilMs: number;
  hasEnded: boolean;
  timer: Timer | undefined;
  readonly watchers: Set<() => void>;
}

/**
 * Listen keys: names of user data streams, which clients of the fapi dialect put into the address of a
 * socket in place of a signature. The listen key of an API key is computed from it and the master key. So
 * nobody can guess one, and every node knows it, also after a restart. It is valid for an hour of host time
 * after it was asked for or prolonged at this node; after a start, its first use begins such an hour.
 */
export class ListenKeys {
  readonly #vault: Vault;
  readonly #keys: Keys;
  readonly #clock: Clock;
  readonly #lives = new Map<string, Life>();
  /** API keys by listen key, as far as they were computed. */
  readonly #holders = new Map<string, string>();
  readonly #computed = new Map<string, string>();

  constructor(vault: Vault, keys: Keys, clock: Clock) {
    this.#vault = vault;
    this.#keys = keys;
    this.#clock = clock;
  }

  close(): void {
    for (const { timer } of this.#lives.values()) timer?.clear();
  }

  /** The listen key of an API key, good for an hour from now. */
  issue(key: string): string {
    const listenKey = this.#of(key);
    const life = this.#lives.get(listenKey);
    if (life === undefined || life.hasEnded) this.#begin(listenKey);
    else life.untilMs = this.#clock.monotonicMs() + LIFE_MS;
    return listenKey;
  }

  /**
   * Prolongs the listen key of an API key by an hour. @returns it; `undefined` where it has ended, or
   * `named` is another one
   */
  prolong(key: string, named: string | undefined): string | undefined {
    const listenKey = this.#of(key);
    if (named !== undefined && named !== listenKey) return undefined;
    return this.#alive(listenKey) === undefined ? undefined : this.issue(key);
  }

  /** Ends the listen key of an API key, and with it its streams. @returns whether it was alive */
  end(key: string, named: string | undefined): boolean {
    const listenKey = this.#of(key);
    const life = this.#alive(listenKey);
    if (life === undefined || (named !== undefined && named !== listenKey)) return false;
    this.#end(life);
    return true;
  }

  /** The API key of a listen key that is valid. */
  holderOf(listenKey: string): ApiKey | undefined {
    const key = this.#nameOf(listenKey);
    return key === undefined || this.#alive(listenKey) === undefined ? undefined : this.#keys.find(key);
  }

  /** Calls `ended` once when a valid listen key ends; returns how to stop that. */
  watch(listenKey: string, ended: () => void): () => void {
    const life = this.#alive(listenKey);
    if (life === undefined) return () => {};
    life.watchers.add(ended);
    life.timer ??= this.#clock.setTimer(life.untilMs - this.#clock.monotonicMs(), () => this.#due(life));
    return () => life.watchers.delete(ended);
  }

  #alive(listenKey: string): Life | undefined {
    const life = this.#lives.get(listenKey) ?? this.#begin(listenKey);
    if (!life.hasEnded && life.untilMs <= this.#clock.monotonicMs()) this.#end(life);
    return life.hasEnded ? undefined : life;
  }

  #begin(listenKey: string): Life {
    const untilMs = this.#clock.monotonicMs() + LIFE_MS;
    const life = { untilMs, hasEnded: false, timer: undefined, watchers: new Set<() => void>() };
    this.#lives.set(listenKey, life);
    return life;
  }

  #due(life: Life): void {
    const leftMs = life.untilMs - this.#clock.monotonicMs();
    if (leftMs > 0) life.timer = this.#clock.setTimer(leftMs, () => this.#due(life));
    else this.#end(life);
  }

  #end(life: Life): void {
    if (life.hasEnded) return;
    life.hasEnded = true;
    life.timer?.clear();
    for (const ended of life.watchers) ended();
    life.watchers.clear();
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
