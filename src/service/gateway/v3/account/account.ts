import { moneyText, shortLeverageText, v3 } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/account.ts";
import type { CollateralRow } from "../../../../interface/wire/v3/sockets/index.ts";
import type { AccountWorth, AssetsView, EntryImage } from "../../../../kernel/core/index.ts";
import { COIN_USDT, HEDGE, STATUS_NORMAL } from "../../../../kernel/core/index.ts";
import { privateOperation } from "../../operation.ts";
import { accountOf, assetsOf, commissionOf, listedHoldings } from "../../trading/accountOf.ts";
import { collateralRow } from "../../trading/pushedRows.ts";
import { contractOf, contractOfFilter, symbolOf } from "../symbol.ts";
import { showPosition } from "./showPosition.ts";

export const balance = privateOperation(declared.balance, async (context): Promise<v3.Balance[]> => {
  return [showBalance(await assetsOf(context), COIN_USDT)];
});

export const accountConfig = privateOperation(
  declared.accountConfig,
  async (context): Promise<v3.AccountConfig> => {
    const { status, positionMode, updatedTime } = await accountOf(context);
    const isNormal = status === STATUS_NORMAL;
    return {
      canTrade: isNormal,
      canDeposit: isNormal,
      canWithdraw: isNormal,
      dualSidePosition: positionMode === HEDGE,
      updateTime: updatedTime,
    };
  },
);

export const commissionRate = privateOperation(
  declared.commissionRate,
  async (context, { symbol }): Promise<v3.CommissionRate> => {
    const contract = contractOf(context.contracts, symbol);
    return { symbol: symbolOf(contract), ...(await commissionOf(context, contract)) };
  },
);

const { words } = v3;

export const symbolConfig = privateOperation(
  declared.symbolConfig,
  async (context, { symbol }): Promise<v3.SymbolConfig[]> => {
    const { contracts } = context;
    const holdings = await listedHoldings(context, contractOfFilter(contracts, symbol));
    return holdings.map((holding) => ({
      symbol: symbolOf(contracts.at(holding.contract)),
      marginType: words.marginTypes[holding.marginMode]!,
      separatedType: words.separatedTypes[holding.separatedMode]!,
      crossLeverage: shortLeverageText(holding.cross),
      isolatedLongLeverage: shortLeverageText(holding.isolatedLong),
      isolatedShortLeverage: shortLeverageText(holding.isolatedShort),
    }));
  },
);

/**
 * `balance` is the equity, as V2 calls it, and `frozen` what of it is not available: clients take the two to
 * add up.
 */
export function showBalance(view: AssetsView, coin: number): v3.Balance {
  return {
    asset: v3.words.assets[coin]!,
    balance: moneyText(view.equity),
    availableBalance: moneyText(view.available),
    frozen: moneyText(view.equity - view.available),
    unrealizePnl: moneyText(view.unrealized),
  };
}

/**
 * A collateral entry as it is pushed; what the account as a whole holds is in every row, as clients read one
 * for the coin.
 */
export function pushedCollateral(entry: EntryImage, { equity, available }: AccountWorth): CollateralRow {
  return {
    coin: words.assets[entry.coin]!,
    crossSymbol: "",
    ...collateralRow(entry, words.marginTypes),
    available: moneyText(available),
    frozen: moneyText(equity - available),
    equity: moneyText(equity),
  };
}

export const allPosition = privateOperation(
  declared.allPosition,
  async ({ engine, account, contracts }): Promise<v3.Position[]> => {
    const positions = await engine.query({ type: "positions", account, contract: undefined });
    return positions.map((view) => showPosition(view, contracts.at(view.contract)));
  },
);

export const singlePosition = privateOperation(
  declared.singlePosition,
  async ({ engine, account, contracts }, { symbol }): Promise<v3.Position[]> => {
    const contract = contractOf(contracts, symbol);
    const positions = await engine.query({ type: "positions", account, contract: contract.contract });
    return positions.map((view) => showPosition(view, contract));
  },
);
