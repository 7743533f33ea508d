import { open, signed } from "../declare.ts";
import { SessionState } from "../session.ts";
import { requests } from "../sockets/requests.ts";

/*
 * What a socket of requests is asked about itself. They are no operations of REST: their path is the
 * socket's, and nothing is served there by HTTP.
 */

const path = requests.paths.public;

export const logon = signed({
  method: "POST",
  path,
  messages: ["session.logon"],
  summary: "Log on",
  meaning:
    "From now on requests of the connection that name no other key need no signature: for Ed25519 keys.",
  weight: 2,
  access: "read",
  parameters: {},
  response: SessionState,
});

export const status = open({
  path,
  messages: ["session.status"],
  summary: "Who is logged on",
  meaning: "Which key has logged on on the connection, if any.",
  weight: 2,
  parameters: {},
  response: SessionState,
});

export const logout = open({
  path,
  messages: ["session.logout"],
  summary: "Log out",
  meaning: "Requests of the connection need a signature again.",
  weight: 2,
  parameters: {},
  response: SessionState,
});
