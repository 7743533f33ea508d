import type { JsonObject } from "../../../interface/wire/index.ts";
import { blankInsteadOfMissing, WireError } from "../../../interface/wire/index.ts";
import type { Command } from "../../../kernel/core/index.ts";
import type { Outcome } from "../../../kernel/engine/index.ts";
import type { ContractSpec } from "../contracts.ts";
import type { PrivateContext } from "../operation.ts";
import { refusalOf } from "./refusals.ts";

/** Request hashes are 52 bits; each order of a batch has its own. */
const HASHES = 2 ** 52;

/** A placement, and the contract it is about. */
export interface Draft {
  readonly command: Extract<
    Command,
    { type: "placeOrder" | "placeConditional" | "placeTpSl" | "placeTrailing" }
  >;
  readonly contract: ContractSpec;
}

/**
 * Like {@link outcomesOfEach}; the request log is told of the refusals.
 *
 * @returns for each the order's id, or the refusal
 */
export async function placeEach(
  ...given: Parameters<typeof outcomesOfEach>
): Promise<readonly (number | WireError)[]> {
  const [context] = given;
  const outcomes = await outcomesOfEach(...given);
  return outcomes.map((outcome) => {
    if (!(outcome instanceof WireError)) return outcome.id;
    context.explain(outcome);
    return outcome;
  });
}

/**
 * Places the orders of a batch with one submission; an order that fails does not affect the others.
 *
 * @param items the orders as they were sent
 * @param make turns an item into an order, given its request hash; a WireError that it throws is that
 * order's refusal
 * @returns for each the outcome, or the refusal
 */
export async function outcomesOfEach(
  context: PrivateContext,
  items: readonly JsonObject[],
  make: (item: JsonObject, requestHash: number) => Draft,
): Promise<readonly (Outcome | WireError)[]> {
  const drafts = items.map((item, index) =>
    tried(item, () => make(item, hashOfItem(context.requestHash, index))),
  );
  const commands = drafts.flatMap((draft) => (draft instanceof WireError ? [] : [draft.command]));
  const outcomes = commands.length === 0 ? [] : await context.submitAll(commands);
  let next = 0;
  return drafts.map((draft) => {
    if (draft instanceof WireError) return draft;
    const outcome = outcomes[next++]!;
    const { rejection } = outcome;
    return rejection === undefined
      ? outcome
      : refusalOf(rejection, { ...draft, operation: context.operation });
  });
}

/** The hash of a batch's order; never 0, which says in a command that there is none. */
function hashOfItem(requestHash: number, index: number): number {
  const hash = (requestHash + index) % HASHES;
  return hash === 0 ? 1 : hash;
}

function tried<T>(given: JsonObject, make: () => T): T | WireError {
  try {
    return make();
  } catch (caught) {
    const cause = blankInsteadOfMissing(caught, given);
    if (cause instanceof WireError) return cause;
    throw cause;
  }
}
