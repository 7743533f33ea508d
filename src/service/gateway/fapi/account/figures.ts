import type {
  AccountView,
  AssetsView,
  HoldingView,
  OrderView,
  PositionView,
  TierView,
} from "../../../../kernel/core/index.ts";
import {
  BUY,
  bigDivCeil,
  HEDGE,
  ISOLATED,
  isOpening,
  LEVERAGE_ONE,
  LONG,
  legOf,
  SELL,
  SHARED,
  sideOf,
} from "../../../../kernel/core/index.ts";
import type { ContractSpec } from "../../contracts.ts";

/*
 * The sums of an account, and the rows of its positions, as every version of the account operations shows
 * them. Money is in quanta; each figure is the core's own, or a sum of these.
 */

/** The core's figures of an account, all as of one command. */
export interface AccountSnapshot {
  readonly account: AccountView;
  readonly assets: AssetsView;
  readonly positions: readonly PositionView[];
  /** Orders that rest or are on their way. */
  readonly orders: readonly OrderView[];
}

/** What needs margin, or has it. */
export interface Margins {
  /** ⌈value at mark / leverage⌉ of each position. */
  readonly position: bigint;
  readonly maintenance: bigint;
  /** The margin that orders freeze. */
  readonly orders: bigint;
}

/** The figures of the account as a whole, and of its only coin: they are the same. */
export interface Totals extends Margins {
  readonly wallet: bigint;
  readonly unrealized: bigint;
  readonly crossWallet: bigint;
  readonly crossUnrealized: bigint;
  readonly available: bigint;
  readonly withdrawable: bigint;
}

/** A row of positions: what is held of a symbol on one side, or net. */
export interface Row extends Margins {
  readonly contract: ContractSpec;
  readonly holding: HoldingView;
  readonly positionSide: "BOTH" | "LONG" | "SHORT";
  /** Below 0: short. */
  readonly lots: number;
  /** Has the sign of `lots`. */
  readonly notional: bigint;
  readonly openValue: bigint;
  /** The fees that opening the position cost, less the funding that it received. */
  readonly costs: bigint;
  readonly unrealized: bigint;
  readonly isolatedWallet: bigint;
  readonly liquidationPrice: number;
  readonly isAutoAppended: boolean;
  readonly bids: bigint;
  readonly asks: bigint;
  readonly updatedTime: number;
  /** Ids of the positions in it; separated mode has several a leg. */
  readonly positions: readonly number[];
}

export function totalsOf({ assets, positions }: AccountSnapshot): Totals {
  const isolated = positions.filter(({ marginMode }) => marginMode === ISOLATED);
  const { wallet, unrealized, available, withdrawable, frozen } = assets;
  return {
    wallet,
    unrealized,
    crossWallet: wallet - sum(isolated, ({ isolatedMargin }) => isolatedMargin),
    crossUnrealized: unrealized - sum(isolated, (each) => each.unrealized),
    available,
    withdrawable,
    position: sum(positions, marginOf),
    maintenance: sum(positions, ({ maintenance }) => maintenance),
    orders: frozen,
  };
}

/**
 * The rows of a contract: the net of a one-way account; of a hedge account both legs, and before them the net
 * one that such an account never has.
 */
export function rowsOf(snapshot: AccountSnapshot, contract: ContractSpec): readonly Row[] {
  const { positions, orders, account } = snapshot;
  const holding = account.holdings[contract.contract]!;
  const held = positions.filter((each) => each.contract === contract.contract);
  const resting = orders.filter((each) => each.contract === contract.contract && isOpening(each.action));
  const row = (positionSide: Row["positionSide"], isOf: (leg: number) => boolean, frozen: bigint): Row => {
    const own = held.filter(({ leg }) => isOf(leg));
    const ofSide = (side: number) =>
      sum(
        resting.filter(({ action }) => isOf(legOf(action)) && sideOf(action) === side),
        (order) => limitValue(contract, order),
      );
    return {
      contract,
      holding,
      positionSide,
      lots: own.reduce((lots, { leg, size }) => lots + (leg === LONG ? size : -size), 0),
      notional: sum(own, signedNotional),
      openValue: sum(own, ({ openValue }) => openValue),
      costs: sum(own, ({ openFee, fundingFee }) => openFee - fundingFee),
      unrealized: sum(own, ({ unrealized }) => unrealized),
      isolatedWallet: sum(own, ({ isolatedMargin }) => isolatedMargin),
      liquidationPrice: own[0]?.liquidationPrice ?? 0,
      isAutoAppended: own.some(({ autoAppend }) => autoAppend),
      position: sum(own, marginOf),
      maintenance: sum(own, ({ maintenance }) => maintenance),
      orders: frozen,
      bids: ofSide(BUY),
      asks: ofSide(SELL),
      updatedTime: Math.max(0, ...own.map(({ updatedTime }) => updatedTime)),
      positions: own.map(({ position }) => position),
    };
  };
  if (account.positionMode !== HEDGE) return [row("BOTH", () => true, holding.frozen)];
  return [
    row("BOTH", () => false, 0n),
    row("LONG", (leg) => leg === LONG, holding.longFrozen),
    row("SHORT", (leg) => leg !== LONG, holding.frozen - holding.longFrozen),
  ];
}

/** Whether a row has a position, or orders that would open one. */
export function isInUse({ lots, bids, asks }: Row): boolean {
  return lots !== 0 || bids !== 0n || asks !== 0n;
}

/** The leverage of a row: one for both sides under cross margin, one a side else. */
export function leverageOf({
  holding,
  positionSide,
  lots,
}: Pick<Row, "holding" | "positionSide" | "lots">): number {
  if (holding.marginMode === SHARED) return holding.cross;
  const isShort = positionSide === "SHORT" || lots < 0;
  return isShort ? holding.isolatedShort : holding.isolatedLong;
}

/** The largest position value at a leverage: the bound of the last tier that permits it. In whole units. */
export function notionalMax(tiers: readonly TierView[], leverage: number): number {
  return tiers.findLast(({ leverageMax }) => leverageMax >= leverage)?.boundUnits ?? 0;
}

/** The value of what an order may still open at its price. */
function limitValue({ quantaPerTickLot }: ContractSpec, { price, remaining }: OrderView): bigint {
  return BigInt(price) * BigInt(remaining) * BigInt(quantaPerTickLot);
}

/**
 * ⌈value at mark / leverage⌉: the initial margin of a shared position; for an isolated one, what opening it
 * now would need.
 */
function marginOf(position: PositionView): bigint {
  const { marginMode, margin, leverage } = position;
  if (marginMode !== ISOLATED) return margin;
  const notional = signedNotional(position);
  return bigDivCeil((notional < 0n ? -notional : notional) * BigInt(LEVERAGE_ONE), BigInt(leverage));
}

/** Value at mark, exact: of a long, opening value plus profit; of a short, opening value less profit. */
function signedNotional({ leg, openValue, unrealized }: PositionView): bigint {
  return leg === LONG ? openValue + unrealized : unrealized - openValue;
}

function sum<T>(rows: readonly T[], amount: (row: T) => bigint): bigint {
  return rows.reduce((all, row) => all + amount(row), 0n);
}
