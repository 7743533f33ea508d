import type { Declaration, Parameters } from "../../../interface/wire/index.ts";
import { refuseStrangers } from "../../../interface/wire/index.ts";

/** Commands by which an order comes to be, or becomes another one. */
const OF_ORDERS: ReadonlySet<string> = new Set([
  "placeOrder",
  "placePlan",
  "placeConditional",
  "placeTpSl",
  "placeTrailing",
  "amendOrder",
  "modifyTpSl",
]);

/**
 * The operations of one version as they are: of those about orders, each refuses from now on the fields that
 * only another one takes. A stop that is sent to the wrong operation must not vanish; fields that none of
 * them knows are ignored. `symbol` is no such field: an order's id has it already.
 */
export function apart<O extends Declaration>(operations: readonly O[]): readonly O[] {
  const siblings = operations.filter(isAboutOrders);
  const takers = new Map<string, string>();
  for (const { path, parameters } of siblings)
    for (const set of setsOf(parameters))
      for (const name of Object.keys(set)) if (!takers.has(name)) takers.set(name, path);
  takers.delete("symbol");
  for (const { parameters } of siblings) for (const set of setsOf(parameters)) refuseStrangers(set, takers);
  return operations;
}

export function isAboutOrders({ commands = {} }: Pick<Declaration, "commands">): boolean {
  return Object.keys(commands).some((command) => OF_ORDERS.has(command));
}

/** The fields of an operation, and those of each item of its lists. */
export function setsOf(parameters: Parameters): readonly Parameters[] {
  return [parameters, ...Object.values(parameters).flatMap(({ item }) => (item === undefined ? [] : [item]))];
}
