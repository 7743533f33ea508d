import { optional, text } from "../../parameter.ts";
import { keyed } from "../declare.ts";
import { ListenKey, Nothing } from "../session.ts";

/** Clients name it, or not. */
const named = { listenKey: optional(text("Name of the stream; that of the key, where it is left out", 64)) };

export const openStream = keyed({
  method: "POST",
  path: "/fapi/v1/listenKey",
  isLeaders: true,
  messages: ["userDataStream.start"],
  summary: "Name of the user data stream",
  meaning:
    "Names the stream with what happens to the account, and keeps it alive for an hour from now. From then on margin is called for on it, at 80 % unless the operator has set another percentage.",
  weight: 1,
  parameters: {},
  response: ListenKey,
});

export const keepStream = keyed({
  method: "PUT",
  path: "/fapi/v1/listenKey",
  isLeaders: true,
  messages: ["userDataStream.ping"],
  summary: "Keep the user data stream alive",
  meaning: "Keeps the stream alive for an hour from now.",
  weight: 1,
  parameters: named,
  response: ListenKey,
});

export const closeStream = keyed({
  method: "DELETE",
  path: "/fapi/v1/listenKey",
  isLeaders: true,
  messages: ["userDataStream.stop"],
  summary: "Close the user data stream",
  meaning: "Ends the stream; connections that follow it are told so.",
  weight: 1,
  parameters: named,
  response: Nothing,
});
