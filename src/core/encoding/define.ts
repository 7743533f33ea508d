import type { FieldType, Layout } from "./layout.ts";

/** Declares version `version` of a record. Field order is the wire order; see layout.ts for the form. */
export function layout<
  const F extends Readonly<Record<string, FieldType>>,
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
  const defined: Layout = { kind, version, fixed, texts: texts ?? [], list };
  return defined as Defined<F, T, N, C>;
}

export interface Defined<F, T, N, C> {
  readonly kind: number;
  readonly version: number;
  readonly fixed: F & Readonly<Record<string, FieldType>>;
  readonly texts: T & readonly string[];
  readonly list: [N] extends [never] ? undefined : { readonly name: N & string; readonly columns: C & readonly string[] };
}
