import { integer, optional, text, texts } from "../../parameter.ts";
import * as control from "../index.ts";
import { controlOperation } from "../operation.ts";
import { amountText } from "../parameters.ts";

const name = text("Its name: letters, digits, '-', '_' and '.'.", 40);

export const createInvitation = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/invitations/create",
  summary: "Create an invitation: with its code, shown this once, users open accounts themselves",
  answer: control.Invitation,
  parameters: {
    name,
    uses: optional(integer("How many accounts may be opened with it.", { min: 1, max: 1_000 }), 1),
    hours: optional(integer("How long it works.", { min: 1, max: 8_760 }), 72),
    balance: optional(amountText),
    permissions: optional(texts("What keys may do, of read, spot, futures; default read and futures.")),
    keys: optional(integer("Keys that each account may have at a time.", { min: 1, max: 50 }), 5),
  },
});

export const listInvitations = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/invitations",
  summary: "List the invitations, and who came by each",
  answer: control.Invitations,
  parameters: {},
});

export const revokeInvitation = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/invitations/revoke",
  summary: "Revoke an invitation: nobody comes by it any more; who did keeps account and keys",
  answer: control.InvitationView,
  parameters: { name },
});
