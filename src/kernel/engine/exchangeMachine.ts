import { Exchange } from "../core/index.ts";
import { workerUrl } from "../host/packageFiles.ts";
import { formatTag } from "./formatTag.ts";
import type { MachineKind } from "./machine.ts";

/** The venue's machine: the core's exchange. Threads import this module by {@link exchangeMachineUrl}. */
export const machine: MachineKind = {
  get format() {
    return formatTag();
  },
  genesis: () => new Exchange(),
  restore: (snapshot) => Exchange.restore(snapshot),
};

/** The URL by which a thread imports this module, for `WorkerSnapshotter`. */
export const exchangeMachineUrl = workerUrl(import.meta.url, "./exchangeMachine");
