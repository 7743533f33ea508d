import { HOUR_MS } from "../../../kernel/host/clock.ts";
import type { ExchangeClient, ExchangeInstrument } from "./exchangeClient.ts";

/** This many last payments show the interval, if the times between them are the same. */
const PAYMENTS = 3;
const ASKED = 10;

/** How often an instrument pays funding. */
export interface FundingInterval {
  /** In ms; undefined where nothing tells it. */
  readonly intervalMs: number | undefined;
  /** Sentences about differences between what the exchange says and what it paid. */
  readonly notes: readonly string[];
}

/** The funding interval as the last payments show it, else as the exchange says it with its rate (`8h`). */
export async function fundingInterval(
  client: ExchangeClient,
  instrument: ExchangeInstrument,
): Promise<FundingInterval> {
  const stated = await statedInterval(client, instrument);
  const paid = await paidInterval(client, instrument);
  const notes =
    stated !== undefined && paid !== undefined && stated !== paid
      ? [
          `it says that funding is paid every ${stated / HOUR_MS} h, but it was paid every ${paid / HOUR_MS} h: that holds`,
        ]
      : [];
  return { intervalMs: paid ?? stated, notes };
}

async function statedInterval(
  client: ExchangeClient,
  { symbol }: ExchangeInstrument,
): Promise<number | undefined> {
  const answer = await client.fetchFundingRate?.(symbol).catch(() => undefined);
  const [, hours] = /^(\d{1,2})h$/.exec(answer?.interval ?? "") ?? [];
  return hours === undefined || hours === "0" ? undefined : Number(hours) * HOUR_MS;
}

/** The time between the last payments, in whole hours, where it was the same each time. */
async function paidInterval(
  client: ExchangeClient,
  { symbol }: ExchangeInstrument,
): Promise<number | undefined> {
  if (client.has["fetchFundingRateHistory"] !== true) return undefined;
  const rows = await client.fetchFundingRateHistory?.(symbol, undefined, ASKED).catch(() => undefined);
  const hours = [...new Set(rows?.map(({ timestamp = 0 }) => Math.round(timestamp / HOUR_MS)))].sort(
    (a, b) => b - a,
  );
  const gaps = hours.slice(0, PAYMENTS - 1).map((hour, i) => hour - (hours[i + 1] ?? Number.NaN));
  const [gap] = gaps;
  return gap !== undefined && gap > 0 && gaps.every((each) => each === gap) ? gap * HOUR_MS : undefined;
}
