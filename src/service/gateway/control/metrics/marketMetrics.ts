import { accountKinds, accountStatuses, cancelReasons } from "../../../../interface/wire/control/words.ts";
import { moneyText, pointsText, priceText, rateText, sizeText } from "../../../../interface/wire/index.ts";
import {
  CANCEL_NONE,
  CONTRACT_TRADING,
  INSURANCE_ACCOUNT,
  rejections,
} from "../../../../kernel/core/index.ts";
import { EngineHaltedError } from "../../../../kernel/engine/index.ts";
import type { ContractData } from "../../../views/index.ts";
import { wordOf } from "../../words.ts";
import type { ControlServices } from "../operation.ts";
import type { Figures, Sample } from "./figures.ts";

/** Names of refusals by their codes. */
const refusals: readonly (readonly [code: number, reason: string])[] = Object.entries(rejections).map(
  ([reason, { code }]) => [code, reason],
);

/**
 * Figures of the market: what is traded, open and owed, and what becomes of orders. Decimals are shown to the
 * nearest binary fraction.
 */
export function addMarketMetrics(figures: Figures, services: ControlServices): void {
  const {
    prices: { views },
  } = services;
  addContracts(figures, services);
  figures.counter("outcry_orders_total", "Orders placed, everybody's.", () => views().ordersPlaced);
  figures.counter("outcry_trades_total", "Trades made, everybody's.", () => views().tradesMade);
  figures.counters(
    "outcry_orders_ended_total",
    "Orders of users that ended, by how: filled, or why they were canceled.",
    ["how"],
    () =>
      Object.entries(cancelReasons).map(([word, reason]) => [
        { how: reason === CANCEL_NONE ? "filled" : word },
        views().ordersEnded[reason]!,
      ]),
  );
  figures.counters(
    "outcry_refusals_total",
    "Commands that the market refused, by reason; of orders, also those of a batch.",
    ["reason"],
    () => refusals.map(([code, reason]) => [{ reason }, views().refusals[code]!]),
  );
  figures.gauges("outcry_accounts", "Accounts, by kind and status.", ["kind", "status"], () =>
    unlessHalted(() => accountsOf(services)),
  );
  figures.gauges("outcry_fund_usdt", "The insurance fund's wallet and equity.", ["what"], () =>
    unlessHalted(async () => {
      const fund = await services.engine.query({ type: "assets", account: INSURANCE_ACCOUNT });
      const { wallet, equity } = fund!;
      return Object.entries({ wallet, equity }).map(([what, money]) => [{ what }, Number(moneyText(money))]);
    }),
  );
}

/** A family with a figure of each contract that is not delisted, by its symbol. */
function addContracts(figures: Figures, { prices: { views }, engine }: ControlServices): void {
  const each = (figure: (data: ContractData) => string | number) => (): Iterable<Sample> =>
    views()
      .listed()
      .map((data) => [{ symbol: data.spec.symbol }, Number(figure(data))]);
  const symbol = ["symbol"];
  figures.gauges(
    "outcry_contract_trading",
    "1 while a contract trades, 0 while it is halted or closes only.",
    symbol,
    each(({ spec }) => (spec.status === CONTRACT_TRADING ? 1 : 0)),
  );
  figures.gauges(
    "outcry_last_price",
    "Price of the last trade.",
    symbol,
    each((data) => priceText(data.spec, data.last)),
  );
  figures.gauges(
    "outcry_mark_price",
    "Mark price.",
    symbol,
    each(({ spec, mark }) => pointsText(spec, mark.points)),
  );
  figures.gauges(
    "outcry_index_price",
    "Index price.",
    symbol,
    each(({ spec, index }) => pointsText(spec, index.points)),
  );
  figures.gauges(
    "outcry_funding_rate",
    "Funding rate of the running period.",
    symbol,
    each(({ spec }) => rateText(spec.fundingRate)),
  );
  figures.gauges(
    "outcry_open_interest_usdt",
    "Open interest at mark.",
    symbol,
    each(({ spec }) => moneyText(views().openInterest(spec.contract).value)),
  );
  figures.gauges(
    "outcry_day_volume_usdt",
    "Value of the trades of the last 24 hours of market time.",
    symbol,
    each(({ day }) => moneyText(day.at(engine.now()).value)),
  );
  figures.counters(
    "outcry_volume_coins_total",
    "Coins traded.",
    symbol,
    each(({ spec, lotsTraded }) => sizeText(spec, lotsTraded)),
  );
}

async function accountsOf({ engine }: ControlServices): Promise<Iterable<Sample>> {
  const counts = new Map<string, number>();
  for (const kind of Object.keys(accountKinds))
    for (const status of Object.keys(accountStatuses)) counts.set(`${kind} ${status}`, 0);
  for (const { kind, status } of await engine.query({ type: "accounts" })) {
    const key = `${wordOf(accountKinds, kind)} ${wordOf(accountStatuses, status)}`;
    counts.set(key, counts.get(key)! + 1);
  }
  return [...counts].map(([key, count]) => {
    const [kind = "", status = ""] = key.split(" ");
    return [{ kind, status }, count];
  });
}

/** A halted venue is not asked: the figure is missing, and the others are still shown. */
async function unlessHalted(ask: () => Promise<Iterable<Sample>>): Promise<Iterable<Sample>> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof EngineHaltedError) return [];
    throw error;
  }
}
