import { assert } from "../units/units.ts";
import { halfAt } from "../units/words.ts";
import type { Layout, RecordSource } from "./layout.ts";
import { blankOf, decode, versionAt } from "./layout.ts";

/** What the records of one kind are. */
interface Kind {
  readonly type: string;
  readonly layout: Layout;
  /** The object form with every field at rest. */
  readonly blank: { readonly type: string };
}

/** The layouts of a table by the kind that a record carries. */
export class Kinds {
  readonly #kinds = new Map<number, Kind>();

  constructor(layouts: Readonly<Record<string, Layout>>) {
    for (const [type, layout] of Object.entries(layouts)) {
      assert(!this.#kinds.has(layout.kind), `kind ${layout.kind} is used once`);
      const blank = { type, ...blankOf(layout) };
      this.#kinds.set(layout.kind, { type, layout, blank: { ...blank } }); // of a copy the fields are found fast
    }
  }

  /** The type of a kind. @param what names the table where it is not known */
  typeOf(what: string, kind: number): string {
    return this.#of(what, kind).type;
  }

  /** The object form of the record at word `at`. Throws on an unknown kind or version. */
  decode(what: string, source: RecordSource, at: number): { readonly type: string } {
    const { type, layout, blank } = this.#of(what, halfAt(source.halves, at * 4));
    const version = versionAt(source.halves, at);
    assert(version === layout.version, `${what} ${type} version ${version} is known`);
    const value = { ...blank };
    decode(layout, source, at, value);
    return value;
  }

  #of(what: string, kind: number): Kind {
    const found = this.#kinds.get(kind);
    assert(found !== undefined, `${what} kind ${kind} is known`);
    return found;
  }
}
