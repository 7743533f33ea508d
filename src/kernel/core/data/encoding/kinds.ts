import { assert } from "../units/units.ts";
import { halfAt } from "../units/words.ts";
import type { Layout, RecordSource } from "./layout.ts";
import { blankOf, decode, versionAt } from "./layout.ts";

/** The layouts of a table by the kind that a record carries. */
export class Kinds {
  readonly #types = new Map<number, string>();
  readonly #layouts: Readonly<Record<string, Layout>>;
  /** Of each type, the object form with every field at rest. */
  readonly #blanks = new Map<string, { readonly type: string }>();

  constructor(layouts: Readonly<Record<string, Layout>>) {
    this.#layouts = layouts;
    for (const [type, layout] of Object.entries(layouts)) {
      assert(!this.#types.has(layout.kind), `kind ${layout.kind} is used once`);
      this.#types.set(layout.kind, type);
      const blank = { type, ...blankOf(layout) };
      this.#blanks.set(type, { ...blank }); // of a copy the fields are found fast
    }
  }

  /** The type of a kind. @param what names the table where it is not known */
  typeOf(what: string, kind: number): string {
    const type = this.#types.get(kind);
    assert(type !== undefined, `${what} kind ${kind} is known`);
    return type;
  }

  /** The object form of the record at word `at`. Throws on an unknown kind or version. */
  decode(what: string, source: RecordSource, at: number): { readonly type: string } {
    const type = this.typeOf(what, halfAt(source.halves, at * 4));
    const version = versionAt(source.halves, at);
    const layout = this.#layouts[type]!;
    assert(version === layout.version, `${what} ${type} version ${version} is known`);
    const value = { ...this.#blanks.get(type)! };
    decode(layout, source, at, value);
    return value;
  }
}
