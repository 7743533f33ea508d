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
    source,
    weight: 5,
    parameters: {},
    response: v3.spot.SpotExchangeInformation,
    handle: (): v3.spot.SpotExchangeInformation => ({ symbols: [] }),
  }),
  publicOperation({
    path: "/api/v3/ping",
    summary: "Whether the venue answers",
    source,
    weight: 1,
    parameters: {},
    response: v3.spot.Pong,
    handle: (): object => ({}),
  }),
  publicOperation({
    path: "/api/v3/time",
    summary: "Server time, on the spot host",
    source,
    weight: 1,
    parameters: {},
    response: v3.spot.SpotTime,
    handle: ({ now }): v3.spot.SpotTime => ({ serverTime: now() }),
  }),
];
