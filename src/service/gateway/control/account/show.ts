import * as declared from "../../../../interface/wire/control/operations/account.ts";
import {
  averagePriceText,
  leverageText,
  moneyText,
  pointsText,
  priceText,
  rateText,
  sizeText,
} from "../../../../interface/wire/index.ts";
import type { ContractView, FeeView, HoldingView } from "../../../../kernel/core/index.ts";
import { breakEvenValue } from "../../../../kernel/core/index.ts";
import { valuationOf } from "../../../contest/index.ts";
import type { Valued } from "../../trading/performance.ts";
import { equityHistoryOf, performanceShown } from "../../trading/performance.ts";
import {
  accountKinds,
  accountStatuses,
  canceledOrders,
  legs,
  marginModes,
  positionModes,
  selfTradePreventions,
  wordOf,
} from "../../words.ts";
import { allContests } from "../contest/named.ts";
import { shownOrder } from "../market/showOrder.ts";
import type { ControlContext } from "../operation.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed } from "../parameters.ts";
import { shownLatency } from "./latency.ts";

/** `GET /control/accounts/show`: settings, money, positions and live orders of an account. */
export const showAccount = controlOperation(declared.showAccount, async (context, input) => {
  const {
    engine,
    clients: { limits },
  } = context;
  const { account } = await accountNamed(context, input.account);
  const [view, assets, positions, orders, contracts, latency] = await Promise.all([
    engine.query({ type: "account", account }),
    engine.query({ type: "assets", account }),
    engine.query({ type: "positions", account, contract: undefined }),
    engine.query({ type: "orders", account, contract: undefined, which: "all" }),
    engine.query({ type: "contracts" }),
    engine.query({ type: "latency", account }),
  ]);
  const held = new Set(positions.map(({ contract }) => contract));
  const queues = await Promise.all([...held].map((contract) => engine.query({ type: "adl", contract })));
  const lights = new Map(queues.flat().map(({ position, light }) => [position, light]));
  return {
    account,
    name: view!.name,
    kind: wordOf(accountKinds, view!.kind),
    status: wordOf(accountStatuses, view!.status),
    fees: feesOf(view!.fee),
    symbolFees: view!.holdings
      .filter(({ fee }) => fee !== undefined)
      .map(({ contract, fee }) => ({ symbol: contracts[contract]!.symbol, ...feesOf(fee!) })),
    selfTradePrevention: wordOf(selfTradePreventions, view!.selfTradePrevention),
    positionMode: wordOf(positionModes, view!.positionMode),
    marginCallPercent: view!.marginCallPercent,
    group: view!.group,
    orderRateLimitPerMinute: view!.orderRateLimitPerMinute,
    orderDelayMs: view!.orderDelayMs,
    cancelDelayMs: view!.cancelDelayMs,
    latency: shownLatency(latency),
    limitsLifted: limits.exempted.includes(account),
    wallet: moneyText(assets!.wallet),
    equity: moneyText(assets!.equity),
    available: moneyText(assets!.available),
    withdrawable: moneyText(assets!.withdrawable),
    unrealized: moneyText(assets!.unrealized),
    liveOrders: orders.length,
    orders: orders.map((order) => shownOrder(contracts[order.contract]!, order)),
    ...countdownsOf(view!.holdings, contracts),
    positions: positions.map((position) => {
      const contract = contracts[position.contract]!;
      return {
        position: position.position,
        symbol: contract.symbol,
        leg: wordOf(legs, position.leg),
        marginMode: wordOf(marginModes, position.marginMode),
        size: sizeText(contract, position.size),
        // The entry price.
        entry: averagePriceText(contract, position.openValue, position.size),
        breakEven: averagePriceText(contract, breakEvenValue(position), position.size),
        leverage: leverageText(position.leverage),
        margin: moneyText(position.margin),
        unrealized: moneyText(position.unrealized),
        mark: pointsText(contract, contract.mark),
        liquidationPrice:
          position.liquidationPrice === 0 ? "0" : priceText(contract, position.liquidationPrice),
        // Undefined, and so not shown, of a position that was opened or closed meanwhile.
        adlLight: lights.get(position.position),
      };
    }),
    createdTime: view!.createdTime,
    version: view!.version,
  };
});

/** The field `countdowns`: what will cancel orders, and when; `false`, which adds no field, without any. */
function countdownsOf(holdings: readonly HoldingView[], contracts: readonly ContractView[]) {
  const countdowns = holdings
    .filter(({ countdownDue }) => countdownDue !== 0)
    .map(({ contract, countdownDue: due, countdownWhich }) => ({
      symbol: contracts[contract]!.symbol,
      which: wordOf(canceledOrders, countdownWhich),
      due,
    }));
  return countdowns.length > 0 && { countdowns };
}

/** Rates that were set for the account; `undefined`, and so not shown, where it has the contract's rates. */
function feesOf(fee: FeeView) {
  return {
    takerFeeRate: fee.feeSet ? rateText(fee.takerRate) : undefined,
    makerFeeRate: fee.feeSet ? rateText(fee.makerRate) : undefined,
    discount: fee.discountSet ? rateText(fee.discount) : undefined,
    takerDiscount: fee.sideDiscountSet ? rateText(fee.takerDiscount) : undefined,
    makerDiscount: fee.sideDiscountSet ? rateText(fee.makerDiscount) : undefined,
  };
}

/** `GET /control/accounts/equity`: an account's equity at whole minutes, and now. */
export const equityHistory = controlOperation(declared.equityHistory, async (context, input) => {
  const valued = await valuedAs(context, input.account);
  return equityHistoryOf(context.history, valued, context.engine.now(), input);
});

/**
 * `GET /control/accounts/performance`: the figures of an account's trading in a span of time: return,
 * drawdown and the like.
 */
export const performance = controlOperation(declared.performance, async (context, input) => {
  const valued = await valuedAs(context, input.account);
  const contracts = await context.engine.query({ type: "contracts" });
  const symbolOf = (contract: number): string => contracts[contract]!.symbol;
  return performanceShown(context.history, valued, context.engine.now(), input, symbolOf);
});

async function valuedAs(context: ControlContext, name: string): Promise<Valued> {
  const { account } = await accountNamed(context, name);
  return { account, valuedAt: valuationOf(await allContests(context), account) };
}
