import type { LeverageBrackets } from "../../../../interface/wire/fapi/account.ts";
import * as declared from "../../../../interface/wire/fapi/operations/account.ts";
import * as words from "../../../../interface/wire/fapi/tradingWords.ts";
import type { ContractIndex } from "../../../../kernel/core/index.ts";
import {
  bracketsOf,
  HEDGE,
  QUANTA_PER_UNIT,
  RATE_ONE,
  STATUS_NORMAL,
} from "../../../../kernel/core/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { accountOf, assetsOf, commissionOf, listedHoldings } from "../../trading/accountOf.ts";
import { contractOf, contractOfFilter, symbolOf } from "../symbol.ts";
import { type AccountSnapshot, isInUse, leverageOf, notionalMax, type Row, rowsOf } from "./figures.ts";
import { showAccount, showAccountV3, showBalance, showRisk, showRiskV3 } from "./showAccount.ts";

export const account = privateOperation(declared.account, async (context) => {
  const snapshot = await snapshotOf(context);
  return showAccount(snapshot, allRows(context, snapshot));
});

export const accountV3 = privateOperation(declared.accountV3, async (context) => {
  const snapshot = await snapshotOf(context);
  return showAccountV3(snapshot, allRows(context, snapshot));
});

export const balance = privateOperation(declared.balance, async (context) => [
  showBalance(await snapshotOf(context)),
]);

/** Positions of every symbol, also of those without a position. */
export const positionRisk = privateOperation(declared.positionRisk, async (context, { symbol }) => {
  const contract = contractOfFilter(context.contracts, symbol);
  const rows = allRows(context, await snapshotOf(context), contract);
  return rows.map((row) => showRisk(row, markOf(context, row.contract)));
});

/** Positions of the symbols with a position or an order. */
export const positionRiskV3 = privateOperation(declared.positionRiskV3, async (context, { symbol }) => {
  const contract = contractOfFilter(context.contracts, symbol);
  const rows = allRows(context, await snapshotOf(context), contract).filter(isInUse);
  const places = await queuePlaces(context, rows);
  return rows.map((row) => showRiskV3(row, markOf(context, row.contract), placeOf(row, places)));
});

export const adlQuantile = privateOperation(declared.adlQuantile, async (context, { symbol }) => {
  const contract = contractOfFilter(context.contracts, symbol);
  const rows = allRows(context, await snapshotOf(context), contract).filter(({ lots }) => lots !== 0);
  const places = await queuePlaces(context, rows);
  const symbols = [...new Set(rows.map((row) => row.contract))];
  return symbols.map((each) => ({
    symbol: symbolOf(each),
    adlQuantile: Object.fromEntries(
      rows
        .filter((row) => row.contract === each)
        .map((row) => [row.positionSide, placeOf(row, places)] as const),
    ),
  }));
});

export const accountConfig = privateOperation(declared.accountConfig, async (context) => {
  const { status, positionMode } = await accountOf(context);
  const isNormal = status === STATUS_NORMAL;
  return {
    feeTier: 0,
    canTrade: isNormal,
    canDeposit: isNormal,
    canWithdraw: isNormal,
    dualSidePosition: positionMode === HEDGE,
    updateTime: 0,
    multiAssetsMargin: false,
    tradeGroupId: -1,
  };
});

export const symbolConfig = privateOperation(declared.symbolConfig, async (context, { symbol }) => {
  const { contracts } = context;
  const holdings = await listedHoldings(context, contractOfFilter(contracts, symbol));
  return holdings.map((holding) => {
    const contract = contracts.at(holding.contract);
    const leverage = leverageOf({ holding, positionSide: "BOTH", lots: 0 });
    return {
      symbol: symbolOf(contract),
      marginType: words.marginTypes[holding.marginMode]!,
      isAutoAddMargin: false,
      leverage: Math.floor(leverage / 100),
      maxNotionalValue: String(notionalMax(contract.tiers, leverage)),
    };
  });
});

export const commissionRate = privateOperation(declared.commissionRate, async (context, { symbol }) => {
  const contract = contractOf(context.contracts, symbol);
  return { symbol: symbolOf(contract), ...(await commissionOf(context, contract)) };
});

/** The account's figures, asked for in one go, so that all are as of the same command. */
async function snapshotOf(context: PrivateContext): Promise<AccountSnapshot> {
  const { engine, account } = context;
  const [view, assets, positions, orders] = await Promise.all([
    accountOf(context),
    assetsOf(context),
    engine.query({ type: "positions", account, contract: undefined }),
    engine.query({ type: "orders", account, contract: undefined, which: "resting" }),
  ]);
  return { account: view, assets, positions, orders };
}

function allRows(
  { contracts }: PrivateContext,
  snapshot: AccountSnapshot,
  named?: ContractSpec,
): readonly Row[] {
  return contracts.listed(named).flatMap((contract) => rowsOf(snapshot, contract));
}

function markOf({ views }: PrivateContext, { contract }: ContractSpec): number {
  return views.contractAt(contract).mark.points;
}

/** The places of positions in the queues of auto-deleveraging, 0 to 4, by position. */
async function queuePlaces(
  { engine }: PrivateContext,
  rows: readonly Row[],
): Promise<ReadonlyMap<number, number>> {
  const held = rows.filter(({ lots }) => lots !== 0);
  const contracts: ContractIndex[] = [...new Set(held.map(({ contract }) => contract.contract))];
  const queues = await Promise.all(contracts.map((contract) => engine.query({ type: "adl", contract })));
  return new Map(queues.flat().map(({ position, light }) => [position, light - 1] as const));
}

function placeOf({ positions }: Row, places: ReadonlyMap<number, number>): number {
  return Math.max(0, ...positions.map((position) => places.get(position) ?? 0));
}

/** The tiers of a symbol, or of all; always a list. */
export const leverageBracket = privateOperation(
  declared.leverageBracket,
  async ({ engine, contracts }, { symbol }): Promise<LeverageBrackets[]> => {
    const { contracts: rules } = await engine.query({ type: "rules" });
    const listed = contracts.listed(contractOfFilter(contracts, symbol));
    return listed.map((contract) => showBrackets(contract, rules[contract.contract]!.risk.flatTiers));
  },
);

/**
 * Tiers as clients compute with them: value × ratio − cum is the maintenance margin, the closing fee apart.
 * Rates and amounts are JSON numbers here, as clients expect: whole units of money with eight decimals are
 * exact up to 2^53 / 10^8.
 *
 * @param isFlat whether the whole value is at the rate of its tier, so that nothing is taken off
 */
export function showBrackets(contract: ContractSpec, isFlat: boolean): LeverageBrackets {
  const { tiers } = contract;
  const deductions = bracketsOf(tiers, isFlat);
  return {
    symbol: symbolOf(contract),
    notionalCoef: 1,
    brackets: tiers.map(({ boundUnits, maintenanceRate, leverageMax }, index) => ({
      bracket: index + 1,
      initialLeverage: Math.floor(leverageMax / 100),
      notionalCap: boundUnits,
      notionalFloor: tiers[index - 1]?.boundUnits ?? 0,
      maintMarginRatio: maintenanceRate / RATE_ONE,
      cum: Number(deductions[index]!.deduction) / QUANTA_PER_UNIT,
    })),
  };
}
