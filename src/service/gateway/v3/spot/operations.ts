import type { v3 } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/spot.ts";
import type { Operation } from "../../operation.ts";
import { publicOperation } from "../../operation.ts";

/**
 * What clients ask of the spot host when they start. There is no spot market, but the coins of the contracts
 * are coins.
 */
export const spotOperations: readonly Operation[] = [
  publicOperation(declared.coins, ({ contracts }): v3.spot.Coin[] => {
    const listed = contracts.listed();
    const coins = [...listed.map(({ quoteCoin }) => quoteCoin), ...listed.map(({ baseCoin }) => baseCoin)];
    return [...new Set(coins)].map((coin) => ({
      coin,
      name: coin,
      depositAllEnable: false,
      withdrawAllEnable: false,
      networkList: [],
    }));
  }),
  publicOperation(declared.exchangeInfo, (): v3.spot.SpotExchangeInformation => ({ symbols: [] })),
  publicOperation(declared.ping, (): object => ({})),
  publicOperation(declared.time, ({ now }): v3.spot.SpotTime => ({ serverTime: now() })),
];
