import { Exchange, migrations, SEMANTICS_VERSION } from "../core/index.ts";
import { workerUrl } from "../host/workerUrl.ts";
import type { MachineKind } from "./machine.ts";

/** The venue's machine: the exchange of the core. Threads import it by {@link exchangeMachineUrl}. */
export const machine: MachineKind = {
  semantics: SEMANTICS_VERSION,
  genesis: () => new Exchange(),
  restore: (snapshot) => Exchange.restore(snapshot),
  migrations,
};

/** Where a thread finds this module, for `WorkerSnapshotter`. */
export const exchangeMachineUrl = workerUrl(import.meta.url, "./exchangeMachine");
