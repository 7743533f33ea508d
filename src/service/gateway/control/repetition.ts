import { invalidParameter } from "../../../interface/wire/index.ts";
import type { ControlServices } from "./operation.ts";

/** Longer answers are not kept: a repetition is answered by the present state. */
const ANSWER_CHARACTERS_MAX = 64 * 1024;

/** Longer terms are refused: all terms are kept whole, so that they can be compared. */
const TERMS_CHARACTERS_MAX = 2_000;

/** The reference that the caller chose for the request; "" for none. */
export function referenceOf(given: unknown): string {
  if (given === undefined) return "";
  if (typeof given !== "string" || !/^[\w.:-]+$/.test(given))
    throw invalidParameter("reference", "1 to 64 letters, digits, '-', '_', '.' and ':'");
  return given;
}

/** The reference was used before for a different request. */
export class ReferenceConflict extends Error {
  override readonly name = "ReferenceConflict";
}

/**
 * Makes sure that a request with a reference is carried out once. Its commands and its answer are kept in
 * the state, the answer before it is given. A repetition gets that answer. If a crash came before the answer
 * was kept, a repetition carries out only the commands that are missing, and answers by the present state.
 * Two requests with one reference wait for each other.
 */
export class Repetitions {
  readonly #services: ControlServices;
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(services: ControlServices) {
    this.#services = services;
  }

  /**
   * @param terms the request's operation and parameters; the reference is refused for different ones
   * @returns the body of the answer
   * @throws ReferenceConflict
   */
  async once(reference: string, terms: string, act: () => Promise<string>): Promise<string> {
    if (terms.length > TERMS_CHARACTERS_MAX)
      throw invalidParameter("reference", "it is remembered with shorter parameters only");
    let before = this.#underWay.get(reference);
    while (before !== undefined) {
      await before.catch(() => undefined);
      before = this.#underWay.get(reference);
    }
    const done = this.#once(reference, terms, act);
    this.#underWay.set(reference, done);
    try {
      return await done;
    } finally {
      this.#underWay.delete(reference);
    }
  }

  async #once(reference: string, terms: string, act: () => Promise<string>): Promise<string> {
    const { engine } = this.#services;
    const known = await engine.query({ type: "reference", reference });
    if (known !== undefined && known.terms !== terms)
      throw new ReferenceConflict(difference(reference, known.terms, terms));
    if (known !== undefined && known.answer !== "") return known.answer;
    const answer = await act();
    if (answer.length <= ANSWER_CHARACTERS_MAX)
      await this.#services.engine.submit({ type: "keepAnswer", reference, terms, answer });
    return answer;
  }
}

/** Names the difference between two requests: the operation, or the parameters. */
function difference(reference: string, before: string, now: string): string {
  const used = `reference '${reference}' was used for`;
  const [was, is] = [partsOf(before), partsOf(now)];
  if (was.action !== is.action) return `${used} ${was.action}, not for ${is.action}: use another`;
  const names = [...new Set([...Object.keys(was.given), ...Object.keys(is.given)])];
  const changed = names.filter((name) => JSON.stringify(was.given[name]) !== JSON.stringify(is.given[name]));
  const differences = changed.map(
    (name) => `${name} ${shownValue(was.given[name])}, now ${shownValue(is.given[name])}`,
  );
  return `${used} ${was.action} with ${differences.join(" and ")}: use another`;
}

function partsOf(terms: string): { action: string; given: Readonly<Record<string, unknown>> } {
  const blank = terms.indexOf(" ");
  return { action: terms.slice(0, blank), given: Object(JSON.parse(terms.slice(blank + 1))) };
}

function shownValue(value: unknown): string {
  return value === undefined ? "left out" : typeof value === "string" ? `'${value}'` : JSON.stringify(value);
}
