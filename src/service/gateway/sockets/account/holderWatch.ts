import type { TimeMs } from "../../../../kernel/core/index.ts";
import { keySettingsAt } from "../../../../kernel/core/index.ts";
import type { ApiKey, Keys } from "../../auth/keys.ts";
import { settingsAt } from "../../auth/keys.ts";

/**
 * Watches the API key of a private connection: whether it is still valid, with the permissions and addresses
 * that it had, and when that may change. Times are market time.
 */
export class HolderWatch {
  readonly holder: ApiKey;
  readonly #keys: Keys;
  /** The key's terms when the connection began. */
  readonly #begun: string;

  constructor(keys: Keys, holder: ApiKey, now: TimeMs) {
    this.holder = holder;
    this.#keys = keys;
    this.#begun = termsOf(holder, now);
  }

  /** Why the connection ends now; `undefined` if it goes on. */
  endsBecause(now: TimeMs): string | undefined {
    const key = this.#keys.find(this.holder.key) ?? this.holder;
    const { expires } = settingsAt(key, now);
    if (expires !== 0 && now >= expires) return "the API key has expired";
    return termsOf(key, now) === this.#begun ? undefined : "the API key was changed: connect again";
  }

  /** When {@link endsBecause} may change with time alone; Infinity: never. */
  nextLook(now: TimeMs): number {
    const key = this.#keys.find(this.holder.key) ?? this.holder;
    const { expires } = settingsAt(key, now);
    const end = expires === 0 ? Number.POSITIVE_INFINITY : expires;
    return key.before !== undefined && now < key.settings.activeFrom
      ? Math.min(end, key.settings.activeFrom)
      : end;
  }
}

/** The permissions and addresses of a key, as one text for comparison. */
function termsOf({ view }: ApiKey, now: TimeMs): string {
  const { permissions, addresses } = keySettingsAt(view, now);
  return `${permissions} ${addresses}`;
}
