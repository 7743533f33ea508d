import * as words from "../../../../interface/wire/fapi/tradingWords.ts";
import type {
  AccountConfigUpdate,
  AccountUpdateEvent,
  MarginCall,
} from "../../../../interface/wire/fapi/userStream.ts";
import { moneyText, pointsText, sizeText } from "../../../../interface/wire/index.ts";
import type { AccountUpdate, PositionImage, UpdateCause } from "../../../../kernel/core/index.ts";
import {
  HEDGE,
  ISOLATED,
  LEVERAGE_ONE,
  LONG,
  POINTS_PER_TICK,
  SHARED,
  SHORT,
} from "../../../../kernel/core/index.ts";
import type { ContractList, ContractSpec } from "../../contracts.ts";
import type { OrderRules } from "../../operation.ts";
import { ASSET, breakEvenOf, entryOf } from "../account/showAccount.ts";
import { symbolOf } from "../symbol.ts";
import type { Moment } from "./orderEvents.ts";

/*
 * Events of the user data stream about balances, positions and settings. What each field means:
 * wire/fapi/userStream.ts.
 */

/** Why an account changed, by the cause of an update; others change no money. */
const reasons: Readonly<Partial<Record<UpdateCause, words.UpdateReason>>> = {
  order: "ORDER",
  deposit: "DEPOSIT",
  withdraw: "WITHDRAW",
  transferIn: "ASSET_TRANSFER",
  transferOut: "ASSET_TRANSFER",
  margin: "MARGIN_TRANSFER",
  funding: "FUNDING_FEE",
  other: "ADJUSTMENT",
};

/** What the mark of a contract is now, in points. */
export type MarkOf = (contract: ContractSpec) => number;

/**
 * What changed of balances and positions; undefined where nothing did. Placing and cancelling alone change
 * neither. Funding of a cross position tells the balance alone.
 */
export function accountEvent(
  { cause, fills, entries, positions, beside, moved, worth }: AccountUpdate,
  contracts: ContractList,
  rules: OrderRules,
  markOf: MarkOf,
  { sent, happened }: Moment,
): AccountUpdateEvent | undefined {
  const m = fills.length > 0 ? "ORDER" : reasons[cause];
  if (m === undefined || worth === undefined || entries.length === 0) return undefined;
  const shown = positions.filter(({ marginMode }) => cause !== "funding" || marginMode === ISOLATED);
  return {
    e: "ACCOUNT_UPDATE",
    E: sent,
    T: happened,
    a: {
      m,
      B: [
        {
          a: ASSET,
          wb: moneyText(worth.wallet),
          cw: moneyText(worth.sharedWallet),
          bc: moneyText(moved),
        },
      ],
      P: rowsOf(shown, beside, rules).map(({ held, ...row }) =>
        positionRow(row, held, contracts.at(row.contract), markOf),
      ),
    },
  };
}

/**
 * The settings that an update changed: a leverage by an event of its own, a margin mode by the positions of
 * its symbol, which are flat then.
 */
export function configEvents(
  { settings }: Pick<AccountUpdate, "settings">,
  contracts: ContractList,
  { positionMode }: OrderRules,
  markOf: MarkOf,
  { sent, happened }: Moment,
): readonly (AccountConfigUpdate | AccountUpdateEvent)[] {
  return settings.map(({ change, contract, marginMode, cross, isolatedLong }) => {
    const spec = contracts.at(contract);
    const s = symbolOf(spec);
    if (change === "leverage") {
      const leverage = marginMode === SHARED ? cross : isolatedLong;
      const ac = { s, l: Math.floor(leverage / LEVERAGE_ONE) };
      return { e: "ACCOUNT_CONFIG_UPDATE", E: sent, T: happened, ac };
    }
    const sides = positionMode === HEDGE ? words.positionSides : ([words.BOTH] as const);
    const P = sides.map((positionSide) =>
      positionRow({ contract, positionSide, marginMode }, [], spec, markOf),
    );
    const a = { m: "MARGIN_TYPE_CHANGE" as const, B: [], P };
    return { e: "ACCOUNT_UPDATE", E: sent, T: happened, a };
  });
}

/** Calls for margin, one for each collateral that is short of it. */
export function marginCallEvents(
  { marginCalls }: Pick<AccountUpdate, "marginCalls">,
  contracts: ContractList,
  { positionMode }: OrderRules,
  markOf: MarkOf,
  { sent }: Moment,
): readonly MarginCall[] {
  return marginCalls.map(({ position, equity, positions }) => ({
    e: "MARGIN_CALL",
    E: sent,
    // The equity of what is shared, without the profit of its positions.
    ...(position === 0 && {
      cw: moneyText(positions.reduce((rest, { unrealized }) => rest - unrealized, equity)),
    }),
    p: positions.map((each) => {
      const contract = contracts.at(each.contract);
      return {
        s: symbolOf(contract),
        ps: positionMode === HEDGE ? words.legs[each.leg]! : words.BOTH,
        pa: sizeText(contract, each.leg === LONG ? each.size : -each.size),
        mt: words.positionMarginTypes[each.marginMode]!,
        iw: moneyText(each.isolatedMargin),
        mp: pointsText(contract, markOf(contract)),
        up: moneyText(each.unrealized),
        mm: moneyText(each.maintenance),
      };
    }),
  }));
}

/** A row of positions. */
interface Row {
  readonly contract: number;
  readonly positionSide: (typeof words.positionSides)[number];
  readonly marginMode: number;
}

/**
 * The rows of the contracts in which a position changed: one in one-way mode, where one position ends as the
 * next begins; in hedge mode the one of each leg, and before them the net one that such an account never has.
 */
function rowsOf(
  changed: readonly PositionImage[],
  beside: readonly PositionImage[],
  { positionMode }: OrderRules,
): readonly (Row & { readonly held: readonly PositionImage[] })[] {
  return [...Map.groupBy(changed, ({ contract }) => contract)].flatMap(([contract, own]) => {
    const { marginMode } = own.at(-1)!;
    const row = (positionSide: Row["positionSide"], held: readonly PositionImage[]) => {
      return { contract, positionSide, marginMode, held };
    };
    if (positionMode !== HEDGE) return [row(words.BOTH, own)];
    const all = [...own, ...beside.filter((each) => each.contract === contract)];
    const ofLeg = (leg: number) =>
      row(
        words.legs[leg]!,
        all.filter((each) => each.leg === leg),
      );
    return [row(words.BOTH, []), ofLeg(LONG), ofLeg(SHORT)];
  });
}

function positionRow(
  { positionSide, marginMode }: Row,
  held: readonly PositionImage[],
  contract: ContractSpec,
  markOf: MarkOf,
): AccountUpdateEvent["a"]["P"][number] {
  const add = (amount: (position: PositionImage) => bigint) =>
    held.reduce((sum, each) => sum + amount(each), 0n);
  const signed = ({ leg, size }: PositionImage) => (leg === LONG ? size : -size);
  const lots = held.reduce((sum, each) => sum + signed(each), 0);
  const openValue = add((each) => each.openValue);
  const costs = add(({ openFee, fundingFee }) => openFee - fundingFee);
  const worth = BigInt(markOf(contract)) * BigInt(contract.quantaPerTickLot);
  const unrealized = add((each) => {
    const value = (worth * BigInt(each.size)) / BigInt(POINTS_PER_TICK);
    return each.leg === LONG ? value - each.openValue : each.openValue - value;
  });
  return {
    s: symbolOf(contract),
    pa: sizeText(contract, lots),
    ep: entryOf(contract, lots, openValue),
    bep: breakEvenOf(contract, lots, openValue, costs),
    cr: moneyText(add(realizedOf)),
    up: moneyText(unrealized),
    mt: words.positionMarginTypes[marginMode]!,
    iw: moneyText(add(({ isolatedMargin }) => isolatedMargin)),
    ps: positionSide,
  };
}

/**
 * What a position has realized so far, before fees: what its closed part brought, less what that had cost.
 */
function realizedOf({ leg, cumOpenValue, cumCloseValue, openValue }: PositionImage): bigint {
  const gain = cumCloseValue - (cumOpenValue - openValue);
  return leg === LONG ? gain : -gain;
}
