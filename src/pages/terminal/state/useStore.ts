import { useSyncExternalStore } from "react";
import type { Store } from "./store.ts";

/**
 * The part of a store that a component needs; it renders again only when that part changes.
 *
 * @param select must return the same object for the same value: a field, not a new object
 */
export function useStore<S>(store: Store<S>): S;
export function useStore<S, T>(store: Store<S>, select: (value: S) => T): T;
export function useStore<S, T>(store: Store<S>, select?: (value: S) => T): S | T {
  return useSyncExternalStore(store.subscribe, () =>
    select === undefined ? store.shown : select(store.shown),
  );
}
