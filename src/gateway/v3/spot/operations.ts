import { Type } from "typebox";
import { v3 } from "../../../wire/index.ts";
import type { Operation } from "../../operation.ts";
import { publicOperation } from "../../operation.ts";

const source = "docs/reference/rest-v3.md";

/** What clients ask of the spot host when they start. There is no spot market, but the coins of the contracts are coins. */
export const spotOperations: readonly Operation[] = [
  publicOperation({
    path: "/api/v3/coins",
    summary: "Coins: those that contracts are settled in, and those that they are about",
    meaning: "The coins of the contracts, for clients that ask a spot market when they start.",
    call: "spot.coins",
    source,
    weight: 5,
    parameters: {},
    response: Type.Array(v3.spot.Coin),
    handle: ({ contracts }): v3.spot.Coin[] => {
      const listed = contracts.listed();
      const coins = [...listed.map(({ quoteCoin }) => quoteCoin), ...listed.map(({ baseCoin }) => baseCoin)];
      return [...new Set(coins)].map((coin) => ({
        coin,
        name: coin,
        depositAllEnable: false,
        withdrawAllEnable: false,
        networkList: [],
      }));
    },
  }),
  publicOperation({
    path: "/api/v3/exchangeInfo",
    summary: "Symbols of the spot market: none",
    meaning: "There is no spot market: an empty list, for clients that ask when they start.",
    call: "spot.exchangeInfo",
    source,
    weight: 5,
    parameters: {},
    response: v3.spot.SpotExchangeInformation,
    handle: (): v3.spot.SpotExchangeInformation => ({ symbols: [] }),
  }),
  publicOperation({
    path: "/api/v3/ping",
    summary: "Whether the venue answers",
    meaning: "Answers that the venue is there.",
    call: "spot.ping",
    source,
    weight: 1,
    parameters: {},
    response: v3.spot.Pong,
    handle: (): object => ({}),
  }),
  publicOperation({
    path: "/api/v3/time",
    summary: "Server time, on the spot host",
    meaning: "The venue's clock, where clients of a spot market look for it.",
    call: "spot.time",
    source,
    weight: 1,
    parameters: {},
    response: v3.spot.SpotTime,
    handle: ({ now }): v3.spot.SpotTime => ({ serverTime: now() }),
  }),
];
