import type * as account from "../../../../interface/wire/fapi/account.ts";
import * as words from "../../../../interface/wire/fapi/tradingWords.ts";
import {
  averagePriceText,
  moneyText,
  pointsText,
  priceText,
  shortLeverageText,
  sizeText,
} from "../../../../interface/wire/index.ts";
import { ISOLATED, STATUS_NORMAL } from "../../../../kernel/core/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import { symbolOf } from "../symbol.ts";
import {
  type AccountSnapshot,
  isInUse,
  leverageOf,
  type Margins,
  notionalMax,
  type Row,
  type Totals,
  totalsOf,
} from "./figures.ts";

/*
 * The account and its positions as the versions of the account operations show them. What each field means:
 * wire/fapi/account.ts.
 */

/** The coin of all accounts here. */
export const ASSET = "USDT";

export function showAccount(snapshot: AccountSnapshot, rows: readonly Row[]): account.Account {
  const totals = totalsOf(snapshot);
  const canTrade = snapshot.account.status === STATUS_NORMAL;
  return {
    feeTier: 0,
    canTrade,
    canDeposit: canTrade,
    canWithdraw: canTrade,
    updateTime: 0,
    multiAssetsMargin: false,
    tradeGroupId: -1,
    ...showTotals(totals),
    assets: [{ ...showAsset(totals, snapshot), marginAvailable: true }],
    positions: rows.map(showPosition),
  };
}

export function showAccountV3(snapshot: AccountSnapshot, rows: readonly Row[]): account.AccountV3 {
  const totals = totalsOf(snapshot);
  return {
    ...showTotals(totals),
    assets: [showAsset(totals, snapshot)],
    positions: rows.filter(isInUse).map(showPositionV3),
  };
}

export function showBalance(snapshot: AccountSnapshot): account.Balance {
  const totals = totalsOf(snapshot);
  return {
    accountAlias: snapshot.account.name,
    asset: ASSET,
    balance: moneyText(totals.wallet),
    crossWalletBalance: moneyText(totals.crossWallet),
    crossUnPnl: moneyText(totals.crossUnrealized),
    availableBalance: moneyText(totals.available),
    maxWithdrawAmount: moneyText(totals.withdrawable),
    marginAvailable: true,
    updateTime: snapshot.account.entries[0]!.updatedTime,
  };
}

function showTotals(totals: Totals) {
  const { wallet, unrealized, crossWallet, crossUnrealized, available, withdrawable } = totals;
  const margins = showMargins(totals);
  return {
    totalInitialMargin: margins.initialMargin,
    totalMaintMargin: margins.maintMargin,
    totalWalletBalance: moneyText(wallet),
    totalUnrealizedProfit: moneyText(unrealized),
    totalMarginBalance: moneyText(wallet + unrealized),
    totalPositionInitialMargin: margins.positionInitialMargin,
    totalOpenOrderInitialMargin: margins.openOrderInitialMargin,
    totalCrossWalletBalance: moneyText(crossWallet),
    totalCrossUnPnl: moneyText(crossUnrealized),
    availableBalance: moneyText(available),
    maxWithdrawAmount: moneyText(withdrawable),
  };
}

function showAsset(totals: Totals, { account: { entries } }: AccountSnapshot) {
  return {
    asset: ASSET,
    walletBalance: moneyText(totals.wallet),
    unrealizedProfit: moneyText(totals.unrealized),
    marginBalance: moneyText(totals.wallet + totals.unrealized),
    ...showMargins(totals),
    crossWalletBalance: moneyText(totals.crossWallet),
    crossUnPnl: moneyText(totals.crossUnrealized),
    availableBalance: moneyText(totals.available),
    maxWithdrawAmount: moneyText(totals.withdrawable),
    updateTime: entries[0]!.updatedTime,
  };
}

function showMargins({ position, orders, maintenance }: Margins) {
  return {
    initialMargin: moneyText(position + orders),
    maintMargin: moneyText(maintenance),
    positionInitialMargin: moneyText(position),
    openOrderInitialMargin: moneyText(orders),
  };
}

function showPosition(row: Row): account.AccountPosition {
  return {
    ...showHeld(row),
    ...showMargins(row),
    unrealizedProfit: moneyText(row.unrealized),
    leverage: shortLeverageText(leverageOf(row)),
    isolated: isIsolated(row),
    ...showEntry(row),
    maxNotional: String(notionalMax(row.contract.tiers, leverageOf(row))),
    ...showNotionals(row),
    updateTime: row.updatedTime,
  };
}

function showPositionV3(row: Row): account.AccountPositionV3 {
  const { initialMargin, maintMargin } = showMargins(row);
  return {
    ...showHeld(row),
    unrealizedProfit: moneyText(row.unrealized),
    ...showIsolated(row),
    notional: moneyText(row.notional),
    initialMargin,
    maintMargin,
    updateTime: row.updatedTime,
  };
}

/** @param mark in points */
export function showRisk(row: Row, mark: number): account.PositionRisk {
  const leverage = leverageOf(row);
  return {
    ...showRiskFields(row, mark),
    leverage: shortLeverageText(leverage),
    maxNotionalValue: String(notionalMax(row.contract.tiers, leverage)),
    marginType: words.positionMarginTypes[row.holding.marginMode]!,
    isAutoAddMargin: row.isAutoAppended ? "true" : "false",
  };
}

/** @param adl place in the queue of deleveraging, 0 to 4 */
export function showRiskV3(row: Row, mark: number, adl: number): account.PositionRiskV3 {
  return {
    ...showRiskFields(row, mark),
    marginAsset: row.contract.quoteCoin,
    ...showMargins(row),
    adl,
    ...showNotionals(row),
  };
}

function showRiskFields(row: Row, mark: number) {
  const { contract } = row;
  return {
    ...showHeld(row),
    ...showEntry(row),
    markPrice: pointsText(contract, mark),
    unRealizedProfit: moneyText(row.unrealized),
    liquidationPrice: row.liquidationPrice === 0 ? "0" : priceText(contract, row.liquidationPrice),
    ...showIsolated(row),
    notional: moneyText(row.notional),
    updateTime: row.updatedTime,
  };
}

function isIsolated({ holding }: Row): boolean {
  return holding.marginMode === ISOLATED;
}

function showHeld({ contract, positionSide, lots }: Row) {
  return { symbol: symbolOf(contract), positionSide, positionAmt: sizeText(contract, lots) };
}

function showIsolated(row: Row) {
  const wallet = row.isolatedWallet;
  const isolated = isIsolated(row) && row.lots !== 0;
  return {
    isolatedMargin: moneyText(isolated ? wallet + row.unrealized : 0n),
    isolatedWallet: moneyText(isolated ? wallet : 0n),
  };
}

function showEntry({ contract, lots, openValue, costs }: Row) {
  return {
    entryPrice: entryOf(contract, lots, openValue),
    breakEvenPrice: breakEvenOf(contract, lots, openValue, costs),
  };
}

/** Average price of what is held; "0.0" when flat. */
export function entryOf(contract: ContractSpec, lots: number, openValue: bigint): string {
  return lots === 0 ? "0.0" : averagePriceText(contract, openValue, Math.abs(lots));
}

/**
 * The price at which closing, before the fee for that, would have earned the costs. @param costs fees of
 * opening less funding received
 */
export function breakEvenOf(contract: ContractSpec, lots: number, openValue: bigint, costs: bigint): string {
  return entryOf(contract, lots, lots > 0 ? openValue + costs : openValue - costs);
}

function showNotionals({ bids, asks }: Row) {
  return { bidNotional: moneyText(bids), askNotional: moneyText(asks) };
}
