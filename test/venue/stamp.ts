/** The three strings of a key. */
export interface Key {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** The latest stamp of each key by each clock. */
const latest = new WeakMap<() => number, WeakMap<Key, number>>();

/**
 * The time of a key's next signed request, Unix ms. Requests of one key never share a millisecond, whichever
 * client signs them: the venue takes what is byte for byte an earlier request for that one sent again, so two
 * that say the same would be one.
 *
 * @param now wall time unless said
 */
export function stamp(key: Key, now: () => number = Date.now): number {
  const ofClock = latest.get(now) ?? new WeakMap<Key, number>();
  latest.set(now, ofClock);
  const stamped = Math.max(now(), (ofClock.get(key) ?? 0) + 1);
  ofClock.set(key, stamped);
  return stamped;
}
