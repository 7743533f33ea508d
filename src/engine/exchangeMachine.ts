import { Exchange } from "../core/index.ts";
import { workerUrl } from "../host/workerUrl.ts";
import { formatTag } from "./formatTag.ts";
import type { MachineKind } from "./machine.ts";

/** The venue's machine: the exchange of the core. Threads import it by {@link exchangeMachineUrl}. */
export const machine: MachineKind = {
  get format() {
    return formatTag();
  },
  genesis: () => new Exchange(),
  restore: (snapshot) => Exchange.restore(snapshot),
};

/** Where a thread finds this module, for `WorkerSnapshotter`. */
export const exchangeMachineUrl = workerUrl(import.meta.url, "./exchangeMachine");
