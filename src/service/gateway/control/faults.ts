import * as declared from "../../../interface/wire/control/operations/faults.ts";
import type { ControlOperation } from "./operation.ts";
import { controlOperation } from "./operation.ts";
import { accountNamed } from "./parameters.ts";

/** `GET /control/faults`: the faults that are set at this node. */
const listFaults = controlOperation(declared.listFaults, ({ clients: { faults } }) => faults.list());

/**
 * `POST /control/faults/add`: sets a fault, from the next request and push on, for the accounts that it
 * names.
 */
const addFault = controlOperation(declared.addFault, async ({ engine, clients: { faults } }, spec) => {
  const accounts = await Promise.all(spec.accounts.map((name) => accountNamed({ engine }, name, "accounts")));
  return faults.add(
    spec,
    accounts.map(({ account }) => account),
  );
});

/** `POST /control/faults/remove`: ends a fault; pushes that it has held back arrive. */
const removeFault = controlOperation(declared.removeFault, ({ clients: { faults } }, { fault }) => {
  faults.remove(fault);
  return faults.list();
});

/** The operations of faults. */
export const faultOperations: readonly ControlOperation[] = [listFaults, addFault, removeFault];
