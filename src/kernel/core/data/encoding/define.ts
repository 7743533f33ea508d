import type { Fields } from "../units/kinds.ts";
import type { Layout } from "./layout.ts";

/** What {@link layout} returns: the declared fields with their literal types. */
export interface Defined<
  F extends Fields,
  T extends readonly string[],
  N extends string,
  C extends readonly string[],
> {
  readonly kind: number;
  readonly version: number;
  readonly fixed: F;
  readonly rare: readonly number[];
  readonly texts: T;
  readonly list: [N] extends [never] ? undefined : { readonly name: N; readonly columns: C };
}

/** Declares version `version` of a record. Field order is the wire order; see layout.ts for the form. */
export function layout<
  const F extends Fields,
  const T extends readonly string[] = readonly [],
  const N extends string = never,
  const C extends readonly string[] = never,
>(
  kind: number,
  version: number,
  fixed: F,
  texts?: T,
  list?: { readonly name: N; readonly columns: C },
): Defined<F, T, N, C> {
  const defined: Layout = { kind, version, fixed, rare: [], texts: texts ?? [], list };
  return defined as Defined<F, T, N, C>;
}

/**
 * A layout whose last fields are rare: most records leave them out, a group at a time. @param firsts the
 * first field of each group
 */
export function withRare<D extends { readonly fixed: Fields; readonly rare: readonly number[] }>(
  defined: D,
  ...firsts: readonly (keyof D["fixed"] & string)[]
): D {
  const names = Object.keys(defined.fixed);
  return { ...defined, rare: firsts.map((first) => names.indexOf(first)) };
}
