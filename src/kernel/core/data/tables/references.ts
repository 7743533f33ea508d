import type { ReferencedAction, TakenStep } from "../messages/query.ts";

/**
 * How many actions are remembered, and how many characters their references, terms and answers may have
 * together.
 */
export const REFERENCES_MAX = 10_000;
export const REFERENCE_CHARACTERS_MAX = 8 * 1024 * 1024;

/** The actions of operators by the reference that each came with, oldest first, within bounds. */
export class References {
  readonly #actions = new Map<string, ReferencedAction>();
  #characters = 0;

  get entries(): Iterable<readonly [string, ReferencedAction]> {
    return this.#actions;
  }

  get size(): number {
    return this.#actions.size;
  }

  /** Characters of references, terms and answers together. */
  get characters(): number {
    return this.#characters;
  }

  find(reference: string): ReferencedAction | undefined {
    return this.#actions.get(reference);
  }

  take({ reference, terms, kind, id }: TakenStep & { reference: string; terms: string }): void {
    const steps = this.#actions.get(reference)?.steps ?? [];
    this.set(reference, { terms, steps: [...steps, { kind, id }], answer: "" });
  }

  keep({ reference, terms, answer }: { reference: string; terms: string; answer: string }): void {
    this.set(reference, { terms, steps: [], answer });
  }

  /** Puts an action in its place, or behind all others; the oldest are dropped. */
  set(reference: string, action: ReferencedAction): void {
    const known = this.#actions.get(reference);
    if (known !== undefined) this.#characters -= charactersOf(reference, known);
    this.#actions.set(reference, action);
    this.#characters += charactersOf(reference, action);
    for (const [oldest, old] of this.#actions) {
      if (this.#actions.size <= REFERENCES_MAX && this.#characters <= REFERENCE_CHARACTERS_MAX) break;
      if (oldest === reference) continue; // that one may exceed the bound by itself
      this.#actions.delete(oldest);
      this.#characters -= charactersOf(oldest, old);
    }
  }
}

function charactersOf(reference: string, { terms, answer }: ReferencedAction): number {
  return reference.length + terms.length + answer.length;
}
