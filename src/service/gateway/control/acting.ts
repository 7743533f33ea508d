import type { JsonObject, Parameters } from "../../../interface/wire/index.ts";
import type { ActedCommand } from "../../../kernel/core/index.ts";
import { actOf, refusedAct, termsOf } from "../../../kernel/core/index.ts";
import type { Engine, Outcome } from "../../../kernel/engine/index.ts";
import { SECRETS } from "./readInput.ts";

/** Longer reasons are cut. */
const REFUSAL_CHARACTERS_MAX = 500;
/**
 * Longer parameters are cut in the operators' record; the command that they led to is in the journal whole.
 */
const GIVEN_CHARACTERS_MAX = 4_000;

/**
 * An operation of control and its record in the journal. Each command that it submits is logged in one record
 * with the operator and the request, so that a crash cannot separate them. An operation without a command (a
 * clock, a limit, a copy) is logged by itself.
 */
export class Acting {
  readonly #engine: () => Engine;
  readonly #asked: { operator: string; action: string; given: string; reference: string };
  readonly #isKept: boolean;
  #isLogged: boolean;
  /** Whether the market refused the latest command, in which case the journal has the refusal. */
  #isRefused = false;
  #isBegun = false;

  /**
   * @param engine returns the market's present engine: a reset replaces it
   * @param known the operation's parameters; values of others, which may be secrets under a wrong name, are
   * not logged
   * @param isKept false where there is no journal to log it in
   */
  constructor(
    engine: () => Engine,
    asked: {
      readonly operator: string;
      /** "money/deposit" */
      readonly action: string;
      readonly given: JsonObject;
      readonly reference: string;
    },
    known: Parameters,
    isKept = true,
  ) {
    this.#isLogged = !isKept;
    this.#isKept = isKept;
    this.#engine = engine;
    const given = JSON.stringify(shown(asked.given, known));
    const isLong = given.length > GIVEN_CHARACTERS_MAX;
    this.#asked = {
      ...asked,
      given: isLong ? JSON.stringify(`${given.slice(0, GIVEN_CHARACTERS_MAX)}…`) : given,
    };
  }

  /** The request as one text. */
  get terms(): string {
    return termsOf(this.#asked);
  }

  /** Submits a command. If it was carried out for the same reference, gives the outcome that it had then. */
  async submit(command: ActedCommand): Promise<Outcome> {
    this.#isLogged = true;
    const outcome = await this.#engine().submit(actOf(this.#asked, command));
    const { rejection } = outcome;
    this.#isRefused = rejection !== undefined && rejection.type !== "referenceUsed";
    if (!this.#isRefused) this.#isBegun = true;
    if (rejection?.type !== "referenceUsed") return outcome;
    return { ...outcome, id: rejection.id, rejection: undefined };
  }

  /** Logs the operation, unless one of its commands has been logged. */
  async log(): Promise<void> {
    if (this.#isLogged) return;
    this.#isLogged = true;
    await this.#engine().submit(actOf(this.#asked, undefined));
  }

  /** Whether one of its commands was carried out: an error after that is no refusal. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  /** Whether the journal has the refusal already, or there is no refusal. */
  get isRefusalLogged(): boolean {
    return this.#isRefused || this.#isBegun || !this.#isKept;
  }

  /** Logs that control refused it. */
  async logRefusal(reason: string): Promise<void> {
    await this.#engine().submit(refusedAct(this.#asked, reason.slice(0, REFUSAL_CHARACTERS_MAX)));
  }
}

/** Parameters by name, without secrets, and without the reference, which has a field of its own. */
function shown({ reference: _, ...given }: JsonObject, known: Parameters): object {
  const byName = Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    byName.map(([name, value]) => [name, SECRETS.has(name) || !Object.hasOwn(known, name) ? "…" : value]),
  );
}
