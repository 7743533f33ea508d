import { WireError, wholeNumber } from "../../../interface/wire/index.ts";
import type { RecordView, Rejection } from "../../../kernel/core/index.ts";
import { eventLayouts, FIRST_ID, NONE, offsetsOf } from "../../../kernel/core/index.ts";
import type { Outcome } from "../../../kernel/engine/index.ts";
import type { ContractSpec } from "../contracts.ts";
import type { PrivateContext } from "../operation.ts";
import { refusalOf } from "./refusals.ts";
import { submitOrThrow } from "./submitOrThrow.ts";

const ended = { kind: eventLayouts.orderEnded.kind, order: offsetsOf(eventLayouts.orderEnded).order };
const canceling = {
  kind: eventLayouts.orderCanceling.kind,
  order: offsetsOf(eventLayouts.orderCanceling).order,
};
const sent = { kind: eventLayouts.cancelSent.kind, order: offsetsOf(eventLayouts.cancelSent).order };

/** Which order a request means: by id, or by the client's id when `order` is 0. */
export interface Target {
  readonly order: number;
  readonly clientId: string;
}

/** `plansOnly`: an order that waits for no trigger is not found. */
interface CancelOptions {
  readonly plansOnly: boolean;
}

/** A target by order id; a text that is no id stands for no order. */
export function byId(text: string): Target {
  return { order: wholeNumber(text) ?? NO_ORDER, clientId: "" };
}

export function byClientId(clientId: string): Target {
  return { order: 0, clientId };
}

/** An id that no order ever has. */
const NO_ORDER = 1;

/**
 * Cancels all targets with one submission, in the order given. A client id that no order has may be the one
 * that the venue assigned, which is the order's own id: so it is tried as an order id. The request log is
 * told of the refusals.
 *
 * @returns for each target the order's id, or the refusal
 */
export async function cancel(
  context: PrivateContext,
  targets: readonly Target[],
  { plansOnly }: CancelOptions,
): Promise<readonly (number | WireError)[]> {
  const results = idsOf(targets, await submitCancels(context, targets, { plansOnly }));
  const assigned = targets.flatMap(({ order, clientId }, index) => {
    const id = order === 0 && isNotFound(results[index]) ? (wholeNumber(clientId) ?? 0) : 0;
    return id >= FIRST_ID ? [{ index, target: { order: id, clientId: "" } }] : [];
  });
  if (assigned.length > 0) {
    const named = assigned.map(({ target }) => target);
    const again = idsOf(named, await submitCancels(context, named, { plansOnly }));
    for (const [at, { index }] of assigned.entries()) results[index] = again[at]!;
  }
  for (const result of results) if (result instanceof WireError) context.explain(result);
  return results;
}

function idsOf(
  targets: readonly Target[],
  results: readonly (Outcome | WireError)[],
): (number | WireError)[] {
  return results.map((result, index) =>
    result instanceof WireError ? result : targets[index]!.order || result.id,
  );
}

/** Cancels all targets with one submission. @returns for each the outcome, or the refusal */
export async function submitCancels(
  context: PrivateContext,
  targets: readonly Target[],
  { plansOnly }: CancelOptions,
): Promise<readonly (Outcome | WireError)[]> {
  const { account } = context;
  const commands = targets.map((target) => ({ type: "cancelOrder" as const, account, plansOnly, ...target }));
  const outcomes =
    commands.length === 1 ? [await context.submit(commands[0]!)] : await context.submitAll(commands);
  return outcomes.map((outcome) =>
    outcome.rejection === undefined ? outcome : cancelRefusal(outcome.rejection),
  );
}

function isNotFound(result: number | WireError | undefined): boolean {
  return result instanceof WireError && result.kind === "cancelNotFound";
}

/**
 * Cancels all live orders of a contract or of all.
 *
 * @param which codes.ts: normal orders, plan orders or both
 * @returns their ids
 */
export async function cancelAll(
  context: PrivateContext,
  contract: ContractSpec | undefined,
  which: number,
): Promise<readonly number[]> {
  const { events } = await submitOrThrow(
    context,
    { type: "cancelAll", account: context.account, contract: contract?.contract ?? NONE, which },
    contract,
  );
  return canceledOrders(events);
}

/** Ids of the orders that a command canceled, began to cancel, or sent a cancel for. */
function canceledOrders(events: RecordView): number[] {
  const orders: number[] = [];
  for (let at = 0; at < events.length; at = events.next(at)) {
    const kind = events.kind(at);
    if (kind === ended.kind) orders.push(events.words[at + ended.order]!);
    else if (kind === canceling.kind) orders.push(events.words[at + canceling.order]!);
    else if (kind === sent.kind) orders.push(events.words[at + sent.order]!);
  }
  return orders;
}

/**
 * The refusal of a cancel; an order that does not exist (or has ended, or is somebody else's) has a code of
 * its own here.
 */
function cancelRefusal(rejection: Rejection): WireError {
  if (rejection.type === "orderNotFound" || rejection.type === "orderNotPlan") {
    return new WireError("cancelNotFound");
  }
  return refusalOf(rejection);
}
