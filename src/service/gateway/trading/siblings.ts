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

/**
 * The operations of one version, changed so that each operation on orders refuses fields which only another
 * such operation takes: a stop that is sent to the wrong operation must not vanish. Fields that none of them
 * knows are ignored. `symbol` is not refused, since an order's id implies it.
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
