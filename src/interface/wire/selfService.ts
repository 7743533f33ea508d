import type { Static } from "typebox";
import { Type } from "typebox";
import { shape, text, timeNumber } from "./fields.ts";
import { signed } from "./operation.ts";
import { integer, optional, text as textParameter, texts } from "./parameter.ts";

/**
 * What an account that was opened by an invitation may do about its own keys. Served with `--self-service`
 * alone, for the page `/join` and whoever has the account's first key; docs/contests.md says it once.
 */

/** A key as its owner sees it. */
export const OwnKey = shape({
  apiKey: text("Sent as ACCESS-KEY"),
  label: text("Its owner's word for it"),
  permissions: Type.Array(text("A permission"), { description: "What it may do" }),
  addresses: Type.Array(text("An address or a CIDR block"), {
    description: "Where it may be used from; empty: anywhere",
  }),
  activeFrom: timeNumber("Market time from which it is valid, Unix ms"),
  disabled: Type.Boolean({ description: "Whether it was revoked" }),
  isFirst: Type.Boolean({ description: "Whether it is the one that makes the others" }),
  lastUsed: timeNumber("Market time of its last use at this node since that started; 0: none"),
});

export const OwnKeys = shape({
  account: text("The account's name"),
  keysMax: Type.Integer({ description: "How many it may have at a time" }),
  permissions: Type.Array(text("A permission"), { description: "What a key may do at most" }),
  delayMs: Type.Integer({ description: "The least time from its making until a key is valid" }),
  keys: Type.Array(OwnKey, { description: "In the order in which they were made" }),
});
export type OwnKeys = Static<typeof OwnKeys>;

export const NewOwnKey = shape({
  apiKey: text("Sent as ACCESS-KEY"),
  secret: text("Signs requests; shown this once"),
  passphrase: text("Sent as ACCESS-PASSPHRASE; shown this once"),
});
export type NewOwnKey = Static<typeof NewOwnKey>;

const own = { hidden: true, weight: { ip: 5, uid: 10 } } as const;

export const listOwnKeys = signed({
  ...own,
  method: "GET",
  path: "/capi/v2/self/keys",
  summary: "The account's keys, without anything secret",
  meaning: "The keys of an account that was opened by an invitation.",
  access: "read",
  parameters: {},
  response: OwnKeys,
});

export const createOwnKey = signed({
  ...own,
  method: "POST",
  path: "/capi/v2/self/keys/create",
  summary: "Makes a key",
  meaning: "Makes another key of the account, with its first key.",
  access: "trade",
  parameters: {
    label: optional(textParameter("Your word for it", 64), ""),
    permissions: texts("Of what the invitation allows: read, spot, futures"),
    addresses: optional(texts("Addresses or CIDR blocks that it may be used from; default all")),
    delayMinutes: optional(integer("Minutes of market time until it is valid", { min: 0, max: 43_200 }), 0),
  },
  response: NewOwnKey,
});

export const disableOwnKey = signed({
  ...own,
  method: "POST",
  path: "/capi/v2/self/keys/disable",
  summary: "Revokes a key for good",
  meaning: "Revokes a key of the account, with its first key.",
  access: "trade",
  parameters: { apiKey: textParameter("The key", 128) },
  response: shape({ apiKey: text("The key") }),
});
