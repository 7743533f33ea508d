import type { KeySettings, KeyView } from "../messages/query.ts";
import type { Unchecked } from "../units/kinds.ts";
import type { TimeMs } from "../units/units.ts";

/** API keys. Secrets are ciphertext here; the core never sees a plain one. */
export class Directory {
  readonly keys = new Map<string, KeyView>();
}

/** The settings of a key at a time. */
export function keySettingsAt(key: Unchecked<KeyView>, time: TimeMs): KeySettings {
  return key.before !== undefined && time < key.activeFrom ? key.before : key;
}

/** A key as a change leaves it; what takes effect later leaves its settings as they are until then. */
export function changedKey<K extends Unchecked<KeyView>>(
  key: K,
  change: KeySettings & { readonly time: TimeMs },
): K {
  const before = change.activeFrom > change.time ? settingsOf(keySettingsAt(key, change.time)) : undefined;
  return { ...key, ...settingsOf(change), before };
}

/** What of a key may be changed, and nothing else. */
export function settingsOf({ permissions, activeFrom, expires, label, addresses }: KeySettings): KeySettings {
  return { permissions, activeFrom, expires, label, addresses };
}
