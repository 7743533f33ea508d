import type { Certificates } from "../certificate.ts";
import type { TimeMap } from "../timeMap.ts";

/** Messages between `outcry run` and its gate, the process inside the guarded network. */

/** The user's program and how to start it. */
export interface Program {
  /** The first word is looked up in `PATH`. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Given where its time passes faster than the host's. */
  readonly time?: TimeMap;
}

/** The first message to the gate. */
export interface GateOrder extends Program {
  readonly type: "open";
  readonly hosts: readonly string[];
  readonly certificates: Certificates;
  /** A file with only this certificate, mounted over each of `bundles`. */
  readonly authorityFile: string;
  /** Files of trusted certificates that programs read on their own. */
  readonly bundles: readonly string[];
  /** A directory for the gate's files, deleted after the run. */
  readonly directory: string;
  /** The path of the venue's socket. */
  readonly socket: string;
  /** The venue's port, inside the network and outside. */
  readonly port: number;
  /** The user of the program, where the gate is only root of a namespace. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

export type ToGate = GateOrder | { readonly type: "signal"; readonly signal: NodeJS.Signals };

/** How a program tried to reach something other than the venue. */
export type Attempt = "name" | "address" | "port" | "proxy";

export type FromGate =
  | { readonly type: "tried"; readonly host: string; readonly attempt: Attempt }
  /** Connections that nobody accepted: the system counts them, and nothing more. */
  | { readonly type: "refused"; readonly times: number }
  /** A client sent a request over a connection to a host that the venue stands in for. */
  | { readonly type: "trusted"; readonly host: string }
  /** A client ended the handshake: it does not trust the certificate, or does not speak TLS. */
  | { readonly type: "distrusted"; readonly host: string; readonly reason: string }
  /** The program ended. `code` is its exit code, or 128 + n if signal n ended it. */
  | { readonly type: "ended"; readonly code: number }
  /** The program was not started. */
  | { readonly type: "failed"; readonly reason: string };
