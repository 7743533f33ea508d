import { assert } from "../units/units.ts";
import type { Layout, RecordSource } from "./layout.ts";
import { decode } from "./layout.ts";

/** A layout that records of a type once had, and what the fields mean that were added since. */
export interface Earlier {
  readonly type: string;
  readonly layout: Layout;
  readonly added: Readonly<Record<string, unknown>>;
}

/** The version before `later`, which has the fields of `added` more. */
export function earlier(type: string, later: Layout, added: Earlier["added"]): Earlier {
  const fixed = Object.fromEntries(Object.entries(later.fixed).filter(([name]) => !(name in added)));
  return { type, layout: { ...later, version: later.version - 1, fixed }, added };
}

/** The layouts of a table by the kind and version that a record carries. */
export class Kinds {
  readonly #types = new Map<number, string>();
  readonly #layouts = new Map<number, { readonly layout: Layout; readonly added?: Earlier["added"] }>();

  constructor(layouts: Readonly<Record<string, Layout>>, earlierOnes: readonly Earlier[]) {
    for (const [type, layout] of Object.entries(layouts)) {
      assert(!this.#types.has(layout.kind), `kind ${layout.kind} is used once`);
      this.#types.set(layout.kind, type);
      this.#layouts.set(keyOf(layout.kind, layout.version), { layout });
    }
    for (const { layout, added } of earlierOnes) {
      this.#layouts.set(keyOf(layout.kind, layout.version), { layout, added });
    }
  }

  /** The type of a kind, whatever the version. @param what names the table where it is not known */
  typeOf(what: string, kind: number): string {
    const type = this.#types.get(kind);
    assert(type !== undefined, `${what} kind ${kind} is known`);
    return type;
  }

  /** The object form of the record at word `at`, as if it were of today. Throws on an unknown kind or version. */
  decode(
    what: string,
    source: RecordSource & { readonly halves: Uint16Array },
    at: number,
  ): { readonly type: string } {
    const kind = source.halves[at * 4]!;
    const version = source.halves[at * 4 + 1]!;
    const type = this.typeOf(what, kind);
    const known = this.#layouts.get(keyOf(kind, version));
    assert(known !== undefined, `${what} ${type} version ${version} is known`);
    const value = { type, ...decode(known.layout, source, at) };
    return known.added === undefined ? value : { ...value, ...known.added };
  }
}

function keyOf(kind: number, version: number): number {
  return kind * 256 + version;
}
