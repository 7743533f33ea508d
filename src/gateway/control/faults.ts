import type { EnginePort } from "../../engine/index.ts";
import * as declared from "../../wire/control/operations/faults.ts";
import type { FaultSpec } from "../faults/fault.ts";
import type { Faults } from "../faults/faults.ts";
import { parseBody } from "../http/json.ts";
import type { ControlOperation } from "./operation.ts";
import { controlOperation } from "./operation.ts";
import { accountNamed } from "./parameters.ts";
import { readInput } from "./readInput.ts";

/** `GET /control/faults`: those that are set at this node. */
const listFaults = controlOperation(declared.listFaults, ({ faults }) => faults.list());

/** `POST /control/faults/add`: from the next request and push on. */
const addFault = controlOperation(declared.addFault, (context, spec) => setFault(context, spec));

/** `POST /control/faults/remove`: what it has held back arrives. */
const removeFault = controlOperation(declared.removeFault, ({ faults }, { fault }) => {
  faults.remove(fault);
  return faults.list();
});

/** Sets a fault, for the accounts that it names. @throws WireError naming the parameter that breaks a rule */
export async function setFault(
  { engine, faults }: { readonly engine: EnginePort; readonly faults: Faults },
  spec: FaultSpec,
) {
  const accounts = await Promise.all(spec.accounts.map((name) => accountNamed({ engine }, name, "accounts")));
  return faults.add(
    spec,
    accounts.map(({ account }) => account),
  );
}

/** A fault as a scenario or a program says it. @throws WireError naming the parameter that breaks a rule */
export function readFault(said: Readonly<Record<string, unknown>>): FaultSpec {
  const json = parseBody(Buffer.from(JSON.stringify(said)));
  return readInput(declared.faultParameters, json) as FaultSpec;
}

/** The operations of faults. */
export const faultOperations: readonly ControlOperation[] = [listFaults, addFault, removeFault];
