import type { WireProfile } from "../../../interface/wire/index.ts";
import { wireProfileOf } from "../../../interface/wire/index.ts";
import type { EventOf, KeySettings, KeyView, TimeMs } from "../../../kernel/core/index.ts";
import { changedKey } from "../../../kernel/core/index.ts";
import type { EnginePort } from "../../../kernel/engine/index.ts";
import { AddressList } from "../addresses.ts";
import { follow } from "../follow.ts";
import type { Log } from "../log.ts";
import type { KnownAccount } from "./accounts.ts";
import { Accounts } from "./accounts.ts";
import { PublicKey } from "./publicKey.ts";
import { SigningKey } from "./signature.ts";
import type { Vault } from "./vault.ts";

/** An API key with its secret opened, or the public half that is kept in its place. */
export interface ApiKey {
  readonly key: string;
  readonly account: KnownAccount;
  readonly view: KeyView;
  readonly settings: Settings;
  /** The settings before the last change; they hold until the change takes effect. */
  readonly before: Settings | undefined;
  readonly disabled: boolean;
  /** Exactly one of the two. */
  readonly secret: SigningKey | undefined;
  readonly publicKey: PublicKey | undefined;
  readonly passphraseHash: string;
  /** The key's own wire profile; `undefined`: the venue's. */
  readonly profile: WireProfile | undefined;
  /** The passphrase that matched the hash, so that the hash is computed once; empty before. */
  passphrase: string;
  /** Market time at which it was last used here; 0: not yet. */
  usedTime: TimeMs;
}

/** The part of a key that may be changed. */
interface Settings {
  /** PERMIT_ bits. */
  readonly permissions: number;
  readonly activeFrom: TimeMs;
  /** 0: never. */
  readonly expires: TimeMs;
  readonly addresses: AddressList;
}

/** The settings of a key that hold at a time. */
export function settingsAt({ settings, before }: ApiKey, now: TimeMs): Settings {
  return before !== undefined && now < settings.activeFrom ? before : settings;
}

/** All API keys as of the last durable frame, their secrets opened once. */
export class Keys {
  readonly accounts: Accounts;
  readonly #keys = new Map<string, ApiKey>();
  readonly #vault: Vault;
  readonly #log: Log;
  readonly #stop: () => void;

  private constructor(engine: EnginePort, vault: Vault, log: Log) {
    this.#vault = vault;
    this.#log = log;
    this.accounts = new Accounts(engine);
    this.#stop = follow(engine, {
      keyAdded: (event) =>
        this.#add({ ...(event as unknown as KeyView), disabled: false, before: undefined }),
      keyChanged: (event) => this.#change(event),
      keyDisabled: (event) => this.#disable((event as unknown as { readonly key: string }).key),
    });
  }

  /** Opens every key there is and follows every change from there. */
  static async open(engine: EnginePort, vault: Vault, log: Log): Promise<Keys> {
    const keys = new Keys(engine, vault, log);
    for (const view of await engine.query({ type: "keys" })) keys.#add(view);
    return keys;
  }

  close(): void {
    this.#stop();
    this.accounts.close();
  }

  /** The key of that id; disabled and expired ones too. */
  find(key: string): ApiKey | undefined {
    return this.#keys.get(key);
  }

  /** The ids of all keys. */
  names(): Iterable<string> {
    return this.#keys.keys();
  }

  #add(view: KeyView): void {
    const { key, account } = view;
    const secret = this.#vault.decrypt(view.sealedSecret, { key, account });
    const settings = settingsOf(view);
    const before = view.before === undefined ? undefined : settingsOf(view.before);
    if (secret === undefined || settings === undefined) {
      const why =
        secret === undefined ? "the master key does not open its secret" : "its addresses are unreadable";
      this.#log.error({ key, account, why }, "an API key cannot be used");
      return;
    }
    const publicKey = PublicKey.kept(secret);
    this.#keys.set(view.key, {
      key: view.key,
      account: this.accounts.of(view.account),
      view,
      settings,
      before,
      disabled: view.disabled || this.#keys.get(view.key)?.disabled === true,
      secret: publicKey === undefined ? new SigningKey(secret) : undefined,
      publicKey,
      passphraseHash: view.passphraseHash,
      profile: wireProfileOf(view.wireProfile),
      passphrase: "",
      usedTime: this.#keys.get(view.key)?.usedTime ?? 0,
    });
  }

  #change(event: EventOf<"keyChanged">): void {
    const known = this.#keys.get(event.key);
    if (known !== undefined) this.#add(changedKey(known.view, event));
  }

  #disable(key: string): void {
    const known = this.#keys.get(key);
    if (known !== undefined) this.#keys.set(key, { ...known, disabled: true });
  }
}

/** `undefined` where the addresses cannot be read. */
function settingsOf({ permissions, activeFrom, expires, addresses }: KeySettings): Settings | undefined {
  const list = AddressList.read(addresses);
  return list && { permissions, activeFrom, expires, addresses: list };
}
