import type { WireProfile } from "../../../../interface/wire/index.ts";
import { leverageText, moneyText, rateText, v2 } from "../../../../interface/wire/index.ts";
import type {
  AccountView,
  EffectiveRates,
  EntryImage,
  EntryView,
  FeeView,
  HoldingView,
} from "../../../../kernel/core/index.ts";
import { ownRates } from "../../../../kernel/core/index.ts";
import type { ContractList, ContractSpec } from "../../contracts.ts";
import { collateralRow } from "../../trading/pushedRows.ts";

const { words } = v2;

/** A time or id as the profile sends it. */
export function profiled(value: number, { accountTimes }: WireProfile): string | number {
  return accountTimes === "string" ? String(value) : value;
}

/**
 * The account's default fees, for symbols without a setting of their own, before the discount beside them.
 * An account without own rates shows the highest of the listed contracts.
 */
export function showDefaultFee(fee: FeeView, contracts: readonly ContractSpec[]): v2.FeeSetting {
  const rates = contracts.map((contract) => ownRates(contract, fee, undefined));
  return showFee(fee, {
    taker: Math.max(0, ...rates.map(({ taker }) => taker)),
    maker: Math.max(...(rates.length === 0 ? [0] : rates.map(({ maker }) => maker))),
  });
}

/** The fees of a symbol: its rates, the discount on them, and whether the rates are the account's own. */
export function showSymbolFee(
  { fee: account }: AccountView,
  { fee: own }: HoldingView,
  contract: ContractSpec,
): v2.FeeSetting {
  const discounts = own !== undefined && (own.discountSet || own.sideDiscountSet) ? own : account;
  return showFee({ ...discounts, feeSet: own?.feeSet ?? false }, ownRates(contract, account, own));
}

function showFee(fee: FeeView, { taker, maker }: EffectiveRates): v2.FeeSetting {
  return {
    is_set_fee_rate: fee.feeSet,
    taker_fee_rate: rateText(taker),
    maker_fee_rate: rateText(maker),
    is_set_fee_discount: fee.discountSet,
    fee_discount: rateText(fee.discount),
    is_set_taker_maker_fee_discount: fee.sideDiscountSet,
    taker_fee_discount: rateText(fee.takerDiscount),
    maker_fee_discount: rateText(fee.makerDiscount),
  };
}

export function showMode(
  holding: HoldingView,
  positionMode: number,
  { symbol }: ContractSpec,
): v2.ModeSetting {
  return {
    symbol,
    marginMode: words.marginModes[holding.marginMode]!,
    separatedMode: words.separatedModes[holding.separatedMode]!,
    positionMode: words.positionModes[positionMode]!,
  };
}

export function showLeverage(holding: HoldingView): v2.LeverageFields {
  return {
    isolated_long_leverage: leverageText(holding.isolatedLong),
    isolated_short_leverage: leverageText(holding.isolatedShort),
    cross_leverage: leverageText(holding.cross),
  };
}

export function showAmounts(entry: EntryView): v2.CollateralAmounts {
  const { counters } = entry;
  return {
    amount: moneyText(entry.amount),
    pending_deposit_amount: moneyText(entry.pendingDeposit),
    pending_withdraw_amount: moneyText(entry.pendingWithdraw),
    pending_transfer_in_amount: moneyText(entry.pendingTransferIn),
    pending_transfer_out_amount: moneyText(entry.pendingTransferOut),
    is_liquidating: entry.liquidating,
    legacy_amount: moneyText(entry.legacy),
    cum_deposit_amount: moneyText(counters.deposit),
    cum_withdraw_amount: moneyText(counters.withdraw),
    cum_transfer_in_amount: moneyText(counters.transferIn),
    cum_transfer_out_amount: moneyText(counters.transferOut),
    cum_margin_move_in_amount: moneyText(counters.marginMoveIn),
    cum_margin_move_out_amount: moneyText(counters.marginMoveOut),
    cum_position_open_long_amount: moneyText(counters.openLong),
    cum_position_open_short_amount: moneyText(counters.openShort),
    cum_position_close_long_amount: moneyText(counters.closeLong),
    cum_position_close_short_amount: moneyText(counters.closeShort),
    cum_position_fill_fee_amount: moneyText(counters.fillFee),
    cum_position_liquidate_fee_amount: moneyText(counters.liquidateFee),
    cum_position_funding_amount: moneyText(counters.funding),
    cum_order_fill_fee_income_amount: moneyText(counters.fillFeeIncome),
    cum_order_liquidate_fee_income_amount: moneyText(counters.liquidateFeeIncome),
  };
}

/** The account list: settings of every symbol, every collateral entry. */
export function showAccount(
  view: AccountView,
  contracts: ContractList,
  profile: WireProfile,
): v2.AccountList {
  const bySymbol = view.holdings.map((holding) => [holding, contracts.at(holding.contract)] as const);
  return {
    account: {
      defaultFeeSetting: showDefaultFee(view.fee, contracts.listed()),
      feeSetting: bySymbol.map(([holding, contract]) => ({
        symbol: contract.symbol,
        ...showSymbolFee(view, holding, contract),
      })),
      modeSetting: bySymbol.map(([holding, contract]) => showMode(holding, view.positionMode, contract)),
      leverageSetting: bySymbol.map(([holding, { symbol }]) => ({ symbol, ...showLeverage(holding) })),
      createOrderRateLimitPerMinute: view.orderRateLimitPerMinute,
      createOrderDelayMilliseconds: view.orderDelayMs,
      createdTime: profiled(view.createdTime, profile),
      updatedTime: profiled(view.updatedTime, profile),
    },
    collateral: view.entries.map((entry) => ({
      coin: words.coins[entry.coin]!,
      marginMode: words.marginModes[entry.marginMode]!,
      crossSymbol: null,
      isolated_position_id: String(entry.position),
      isolatedPositionId: profiled(entry.position, profile),
      ...showAmounts(entry),
      created_time: profiled(entry.createdTime, profile),
      updated_time: profiled(entry.updatedTime, profile),
    })),
    version: String(view.version),
  };
}

/** A collateral entry as it is pushed. */
export function pushedCollateral(entry: EntryImage): v2.CollateralPush {
  return {
    coinId: words.coins[entry.coin]!,
    crossContractId: "0",
    ...collateralRow(entry, words.marginModes),
  };
}
