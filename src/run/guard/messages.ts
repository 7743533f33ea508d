import type { Certificates } from "../certificate.ts";
import type { TimeMap } from "../timeMap.ts";

/** What `outcry run` and its gate, the process inside the guarded network, tell each other. */

/** The user's program, as it is to be started. */
export interface Program {
  /** The first word is looked up in `PATH`. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Where its time passes faster than the host's. */
  readonly time?: TimeMap;
}

/** The first message to the gate. */
export interface GateOrder extends Program {
  readonly type: "open";
  readonly hosts: readonly string[];
  readonly certificates: Certificates;
  /** The certificate alone, in a file: laid over each of `bundles`. */
  readonly authorityFile: string;
  /** Lists of trusted certificates that programs read without being asked to. */
  readonly bundles: readonly string[];
  /** Where the gate may write, gone after the run. */
  readonly directory: string;
  /** The venue's door. */
  readonly socket: string;
  /** The venue's port, the same on both sides. */
  readonly port: number;
  /** Who the program is to be where the gate is only root of a namespace. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

export type ToGate = GateOrder | { readonly type: "signal"; readonly signal: NodeJS.Signals };

/** How a program tried to get somewhere else. */
export type Attempt = "name" | "address" | "port" | "proxy";

export type FromGate =
  | { readonly type: "elsewhere"; readonly host: string; readonly attempt: Attempt }
  /** Connections that nobody takes: the system refused them, and says no more than how many. */
  | { readonly type: "refused"; readonly times: number }
  /** A client broke the handshake off: it does not trust the certificate, or speaks no TLS. */
  | { readonly type: "distrusted"; readonly host: string; readonly reason: string }
  /** With the exit code of the program, 128 + n where signal n ended it. */
  | { readonly type: "ended"; readonly code: number }
  /** The program was not started. */
  | { readonly type: "failed"; readonly reason: string };
