import type { Declaration, Parameters } from "../../../interface/wire/index.ts";
import { refuseStrangers } from "../../../interface/wire/index.ts";

/** Commands that create an order, or turn it into another. */
const OF_ORDERS: ReadonlySet<string> = new Set([
  "placeOrder",
  "placePlan",
  "placeConditional",
  "placeTpSl",
  "placeTrailing",
  "amendOrder",
  "modifyTpSl",
]);

/** Commands that take in all there is, where nothing says which. */
const OF_ALL: ReadonlySet<string> = new Set(["cancelAll", "closePositions"]);

/** Fields that say neither which order or position, nor how much of it: some name an order that is placed. */
const NARROWS_NOTHING = [
  ...["symbol", "marginMode"],
  ...["client_oid", "clientOrderId", "newClientOrderId", "clientAlgoId"],
];

/**
 * The operations of one version, changed so that each operation on orders refuses fields which only another
 * such operation takes: a stop that is sent to the wrong operation must not vanish. Fields that none of them
 * knows are ignored. `symbol` is not refused, since an order's id implies it.
 *
 * Operations that close or cancel all refuse what an operation on one order takes: an id or a size that is
 * sent to them must not vanish either.
 */
export function apart<O extends Declaration>(operations: readonly O[]): readonly O[] {
  const siblings = operations.filter(isAboutOrders);
  const takers = takersOf(siblings, ["symbol"]);
  for (const { parameters } of siblings) for (const set of setsOf(parameters)) refuseStrangers(set, takers);
  const narrowing = takersOf([...operations.filter(cancelsOne), ...siblings], NARROWS_NOTHING);
  for (const { parameters } of operations.filter(isAboutAll)) refuseStrangers(parameters, narrowing);
  return operations;
}

/** Each field of the operations but for some, with the path of the first that takes it. */
function takersOf(operations: readonly Declaration[], left: readonly string[]): ReadonlyMap<string, string> {
  const takers = new Map<string, string>();
  for (const { path, parameters } of operations)
    for (const set of setsOf(parameters))
      for (const name of Object.keys(set)) if (!takers.has(name)) takers.set(name, path);
  for (const name of left) takers.delete(name);
  return takers;
}

function cancelsOne({ commands = {} }: Pick<Declaration, "commands">): boolean {
  return "cancelOrder" in commands;
}

/** Whether an operation closes or cancels all there is, where nothing says which. */
export function isAboutAll({ commands = {} }: Pick<Declaration, "commands">): boolean {
  return Object.keys(commands).some((command) => OF_ALL.has(command));
}

export function isAboutOrders({ commands = {} }: Pick<Declaration, "commands">): boolean {
  return Object.keys(commands).some((command) => OF_ORDERS.has(command));
}

/** The fields of an operation, and those of each item of its lists. */
export function setsOf(parameters: Parameters): readonly Parameters[] {
  return [parameters, ...Object.values(parameters).flatMap(({ item }) => (item === undefined ? [] : [item]))];
}
