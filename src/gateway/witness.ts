import type { FaultKindName } from "../wire/control/faultKinds.ts";
import type { Hearer } from "./answered.ts";
import type { RequestHead } from "./http/requestHead.ts";
import type { Response } from "./http/respond.ts";
import type { Operation } from "./operation.ts";

/** Something that passed between a client and the venue. Times of the host, Unix ms. */
export type Witnessed =
  | {
      readonly type: "answered";
      readonly operation: Operation;
      readonly head: RequestHead;
      readonly body: Uint8Array;
      readonly arrivedMs: number;
      readonly response: Response;
      /** What was made to go wrong with it. */
      readonly faults: readonly FaultKindName[];
    }
  | { readonly type: "connected"; readonly connection: number; readonly path: string }
  /** A handshake that was refused. */
  | { readonly type: "turnedAway"; readonly path: string; readonly status: number }
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
 * Is told of everything that passes between clients and the venue, bodies and signatures included: for a
 * program that examines a client, and for no log.
 */
export type Witness = (seen: Witnessed) => void;

/** Tells it of answers. */
export function witnessedBy(witness: Witness): Hearer {
  return ({ operation, head, body, arrivedMs, response, injected }) =>
    witness({ type: "answered", operation, head, body, arrivedMs, response, faults: injected?.kinds ?? [] });
}
