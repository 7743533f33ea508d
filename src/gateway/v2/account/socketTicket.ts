import type { v2 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/account.ts";
import { TICKET_MS } from "../../auth/tickets.ts";
import { privateOperation } from "../../operation.ts";

/** Ours: no other venue has it. Opens a private socket, of V2 or V3, where the handshake cannot carry signed headers. */
export const socketTicket = privateOperation(declared.socketTicket, (context): v2.SocketTicket => {
  return { ticket: context.issueTicket(), expiresIn: TICKET_MS };
});
