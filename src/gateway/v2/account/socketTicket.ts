import { v2 } from "../../../wire/index.ts";
import { TICKET_MS } from "../../auth/tickets.ts";
import { privateOperation } from "../../operation.ts";

/** Ours: no other venue has it. Opens a private socket, of V2 or V3, where the handshake cannot carry signed headers. */
export const socketTicket = privateOperation({
  method: "POST",
  path: "/capi/v2/account/socketTicket",
  summary: "A ticket for one private socket, for browsers (an operation of this venue's own)",
  meaning:
    "A ticket that opens one private socket where the handshake cannot carry headers. An operation of this venue.",
  call: "account.socketTicket",
  source: "docs/reference/sockets-v2.md",
  weight: { ip: 1, uid: 1 },
  access: "read",
  parameters: {},
  response: v2.SocketTicket,
  handle(context): v2.SocketTicket {
    return { ticket: context.issueTicket(), expiresIn: TICKET_MS };
  },
});
