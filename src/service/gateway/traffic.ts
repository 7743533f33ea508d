import type { FaultKindName } from "../../interface/wire/control/faultKinds.ts";
import type { JsonObject } from "../../interface/wire/index.ts";
import { WireError } from "../../interface/wire/index.ts";
import type { SocketAccess } from "../../interface/wire/sockets.ts";
import type { AnswerObserver } from "./answered.ts";
import type { RequestHead } from "./http/requestHead.ts";
import type { Response } from "./http/respond.ts";
import type { Operation } from "./operation.ts";
import { formOf } from "./requestForm.ts";

/** Something that passed between a client and the venue. Times are the host's, Unix ms. */
export type TrafficEvent =
  | {
      readonly type: "answered";
      readonly operation: Operation;
      /** The parameters, before they are checked; empty where they cannot be read. */
      readonly fields: JsonObject;
      /** "" where it was not signed. */
      readonly signature: string;
      readonly arrivedMs: number;
      readonly response: Response;
      /** The faults that were injected into it. */
      readonly faults: readonly FaultKindName[];
    }
  | { readonly type: "connected"; readonly connection: number; readonly access: SocketAccess }
  /** A handshake that was refused. */
  | { readonly type: "turnedAway"; readonly access: SocketAccess; readonly status: number }
  | { readonly type: "subscribed"; readonly connection: number; readonly channel: string }
  /** A fault struck a push. */
  | {
      readonly type: "struck";
      readonly connection: number;
      readonly channel: string;
      readonly kind: FaultKindName;
    }
  | { readonly type: "disconnected"; readonly connection: number };

/**
 * Called with everything that passes between clients and the venue, bodies and signatures included: meant
 * for a program that examines a client, not for a log.
 */
export type TrafficObserver = (seen: TrafficEvent) => void;

/** The observer of answers that calls a traffic observer. */
export function trafficOf(onTraffic: TrafficObserver): AnswerObserver {
  return ({ operation, head, body, arrivedMs, response, injected }) => {
    const fields = fieldsOf(operation, head, body);
    const signature = formOf(operation, head).signatureOf(head.headers, fields);
    const faults = injected?.kinds ?? [];
    onTraffic({ type: "answered", operation, fields, signature, arrivedMs, response, faults });
  };
}

function fieldsOf(operation: Operation, head: RequestHead, body: Uint8Array): JsonObject {
  const { url } = head;
  const query = url.includes("?") ? url.slice(url.indexOf("?") + 1) : "";
  try {
    return formOf(operation, head).fieldsOf(operation, query, body);
  } catch (cause) {
    if (!(cause instanceof WireError)) throw cause;
    return {};
  }
}
