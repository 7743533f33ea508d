import { Type } from "typebox";
import { open } from "../../operation.ts";
import * as v3 from "../index.ts";

export const coins = open({
  path: "/api/v3/coins",
  summary: "Coins: those that contracts are settled in, and those that they are about",
  meaning: "The coins of the contracts, for clients that ask a spot market when they start.",
  call: "spot.coins",
  weight: 5,
  parameters: {},
  response: Type.Array(v3.spot.Coin),
});

export const exchangeInfo = open({
  path: "/api/v3/exchangeInfo",
  summary: "Symbols of the spot market: none",
  meaning: "There is no spot market: an empty list, for clients that ask when they start.",
  call: "spot.exchangeInfo",
  weight: 5,
  parameters: {},
  response: v3.spot.SpotExchangeInformation,
});

export const ping = open({
  path: "/api/v3/ping",
  summary: "Whether the venue answers",
  meaning: "Answers that the venue is there.",
  call: "spot.ping",
  weight: 1,
  parameters: {},
  response: v3.spot.Pong,
});

export const time = open({
  path: "/api/v3/time",
  summary: "Server time, on the spot host",
  meaning: "The venue's clock, where clients of a spot market look for it.",
  call: "spot.time",
  weight: 1,
  parameters: {},
  response: v3.spot.SpotTime,
});
