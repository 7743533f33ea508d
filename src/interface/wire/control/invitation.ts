import type { Static } from "typebox";
import { Type } from "typebox";
import { shape, text } from "../fields.ts";
import { account, count } from "./fields.ts";

const terms = {
  name: text("Its name"),
  uses: count("How many accounts may be opened with it; 0: it was revoked"),
  keys: count("Keys that each account may have at a time"),
  permissions: Type.Array(text("A permission"), { description: "What its keys may do at most" }),
  balance: text("What each account begins with, USDT"),
  until: Type.Integer({ description: "Until when accounts are opened with it, Unix ms of the host" }),
};

export const Invitation = shape({
  ...terms,
  code: text("What a user enters; shown this once"),
  link: text("Path of the page with the code in it; what follows # goes to nobody else"),
});
export type Invitation = Static<typeof Invitation>;

export const InvitationView = shape({
  ...terms,
  accounts: Type.Array(account, { description: "Who came by it, in that order" }),
});
export type InvitationView = Static<typeof InvitationView>;

export const Invitations = Type.Array(InvitationView, {
  description: "In the order in which they were created",
});
export type Invitations = Static<typeof Invitations>;
