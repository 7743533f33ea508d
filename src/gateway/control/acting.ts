import type { ActedCommand } from "../../core/index.ts";
import { actOf, refusedAct, termsOf } from "../../core/index.ts";
import type { Engine, Outcome } from "../../engine/index.ts";
import type { JsonObject, Parameters } from "../../wire/index.ts";
import { SECRETS } from "./readInput.ts";

/** A sentence is told to here. */
const REFUSAL_CHARACTERS_MAX = 500;
/** Longer parameters are cut in the operators' record; the command that they led to is in the journal whole. */
const GIVEN_CHARACTERS_MAX = 4_000;

/**
 * One operation of control on its way into the journal. Each command that it submits is logged in one record with the
 * operator and what was asked for, so that no crash parts them. An operation without a command (a clock, a limit, a
 * copy) is logged by itself.
 */
export class Acting {
  readonly #engine: () => Engine;
  readonly #said: { operator: string; action: string; given: string; reference: string };
  #isLogged = false;
  /** The market refused the latest command, which the journal tells. */
  #isRefused = false;

  /**
   * @param engine the market's now: a reset replaces it
   * @param known what the operation takes; the value of anything else, which may be a secret under a wrong name, is not told
   */
  constructor(
    engine: () => Engine,
    said: {
      readonly operator: string;
      /** "money/deposit" */
      readonly action: string;
      readonly given: JsonObject;
      readonly reference: string;
    },
    known: Parameters,
  ) {
    this.#engine = engine;
    const given = JSON.stringify(shown(said.given, known));
    const isLong = given.length > GIVEN_CHARACTERS_MAX;
    this.#said = {
      ...said,
      given: isLong ? JSON.stringify(`${given.slice(0, GIVEN_CHARACTERS_MAX)}…`) : given,
    };
  }

  /** What is asked for, in one text. */
  get terms(): string {
    return termsOf(this.#said);
  }

  /** Submits a command. One that was carried out for the same reference is answered as it was then. */
  async submit(command: ActedCommand): Promise<Outcome> {
    this.#isLogged = true;
    const outcome = await this.#engine().submit(actOf(this.#said, command));
    const { rejection } = outcome;
    this.#isRefused = rejection !== undefined && rejection.type !== "referenceUsed";
    if (rejection?.type !== "referenceUsed") return outcome;
    return { ...outcome, id: rejection.id, rejection: undefined };
  }

  /** Logs the operation unless a command of it was. */
  async log(): Promise<void> {
    if (this.#isLogged) return;
    this.#isLogged = true;
    await this.#engine().submit(actOf(this.#said, undefined));
  }

  /** Whether the journal has the refusal already. */
  get isRefusalLogged(): boolean {
    return this.#isRefused;
  }

  /** Logs that control did not do it. */
  async logRefusal(reason: string): Promise<void> {
    await this.#engine().submit(refusedAct(this.#said, reason.slice(0, REFUSAL_CHARACTERS_MAX)));
  }
}

/** Parameters by name, without what is secret, and without the reference, which has a place of its own. */
function shown({ reference: _, ...given }: JsonObject, known: Parameters): object {
  const byName = Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    byName.map(([name, value]) => [name, SECRETS.has(name) || !Object.hasOwn(known, name) ? "…" : value]),
  );
}
