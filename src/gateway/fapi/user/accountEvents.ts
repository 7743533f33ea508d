import type { AccountUpdate, PositionImage, UpdateCause } from "../../../core/index.ts";
import { HEDGE, ISOLATED, LONG, POINTS_PER_TICK } from "../../../core/index.ts";
import * as words from "../../../wire/fapi/tradingWords.ts";
import type { AccountConfigUpdate, AccountUpdateEvent, MarginCall } from "../../../wire/fapi/userStream.ts";
import { moneyText, pointsText, sizeText } from "../../../wire/index.ts";
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
  { cause, fills, entries, positions, moved, standing }: AccountUpdate,
  contracts: ContractList,
  rules: OrderRules,
  markOf: MarkOf,
  { sent, happened }: Moment,
): AccountUpdateEvent | undefined {
  const m = fills.length > 0 ? "ORDER" : reasons[cause];
  if (m === undefined || standing === undefined || entries.length === 0) return undefined;
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
          wb: moneyText(standing.wallet),
          cw: moneyText(standing.sharedWallet),
          bc: moneyText(moved),
        },
      ],
      P: bySide(shown, rules).map((held) =>
        positionRow(held, contracts.at(held[0]!.contract), rules, markOf),
      ),
    },
  };
}

/** The settings that an update changed. */
export function configEvents(
  { cause, positions }: Pick<AccountUpdate, "cause" | "positions">,
  contracts: ContractList,
  { sent, happened }: Moment,
): readonly AccountConfigUpdate[] {
  if (cause !== "leverage") return [];
  return positions.map(({ contract, leverage }) => ({
    e: "ACCOUNT_CONFIG_UPDATE",
    E: sent,
    T: happened,
    ac: { s: symbolOf(contracts.at(contract)), l: Math.floor(leverage / 100) },
  }));
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

/**
 * Positions by the row that they are shown in: one a contract in one-way mode, where one ends as the next
 * begins; else one a leg.
 */
function bySide(
  positions: readonly PositionImage[],
  { positionMode }: OrderRules,
): readonly (readonly PositionImage[])[] {
  const rows = Map.groupBy(positions, ({ contract, leg }) =>
    positionMode === HEDGE ? `${contract} ${leg}` : contract,
  );
  return [...rows.values()];
}

function positionRow(
  held: readonly PositionImage[],
  contract: ContractSpec,
  { positionMode }: OrderRules,
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
  const { leg, marginMode } = held.at(-1)!;
  return {
    s: symbolOf(contract),
    pa: sizeText(contract, lots),
    ep: entryOf(contract, lots, openValue),
    bep: breakEvenOf(contract, lots, openValue, costs),
    cr: moneyText(add(realizedOf)),
    up: moneyText(unrealized),
    mt: words.positionMarginTypes[marginMode]!,
    iw: moneyText(add(({ isolatedMargin }) => isolatedMargin)),
    ps: positionMode === HEDGE ? words.legs[leg]! : words.BOTH,
  };
}

/**
 * What a position has realized so far, before fees: what its closed part brought, less what that had cost.
 */
function realizedOf({ leg, cumOpenValue, cumCloseValue, openValue }: PositionImage): bigint {
  const gain = cumCloseValue - (cumOpenValue - openValue);
  return leg === LONG ? gain : -gain;
}
