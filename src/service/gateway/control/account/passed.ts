import type { PassedKind } from "../../../../interface/wire/control/account.ts";
import * as declared from "../../../../interface/wire/control/operations/account.ts";
import { invalidParameter, moneyText } from "../../../../interface/wire/index.ts";
import { HOUR_MS } from "../../../../kernel/host/clock.ts";
import {
  PASSED_COVER,
  PASSED_FUNDING,
  PASSED_MARKET,
  PASSED_MOVED,
  PASSED_TRADES,
} from "../../../readmodel/index.ts";
import { spanOf } from "../../trading/performance.ts";
import { controlOperation } from "../operation.ts";
import { usersNamed } from "./matching.ts";

const KINDS: Readonly<Record<number, PassedKind>> = {
  [PASSED_TRADES]: "trades",
  [PASSED_FUNDING]: "funding",
  [PASSED_COVER]: "cover",
  [PASSED_MOVED]: "moved",
  [PASSED_MARKET]: "market",
};

/**
 * `GET /control/accounts/passed`: for each account, what it gained from which other account in a span of
 * time. Refuses a span that begins or ends within an hour of which the minutes are no longer kept: its rows
 * and its equity would be of different times.
 */
export const passedBetween = controlOperation(declared.passedBetween, async (context, input) => {
  const { engine, history } = context;
  const span = spanOf(input, engine.now());
  // Without a start the span begins with the first hour whose minutes are kept.
  const from = input.startTime === undefined ? span.from - (span.from % HOUR_MS) : span.from;
  const all = await engine.query({ type: "accounts" });
  const nameOf = new Map<number, string>(all.map(({ account, name }) => [account, name]));
  const shown = [];
  for (const { account, name } of usersNamed(all, input.accounts.split(","))) {
    const { rows, minutesFrom } = await history.passed({ account, from, to: span.to });
    for (const [parameter, time] of [
      ["startTime", from],
      ["endTime", span.to],
    ] as const)
      if (time < minutesFrom && time % HOUR_MS !== 0)
        throw invalidParameter(
          parameter,
          `before ${minutesFrom} a span of ${name} begins and ends with whole hours, got ${time}`,
        );
    for (const { kind, counterparty, count, value, amount, fees } of rows)
      shown.push({
        ...{ account: name, kind: KINDS[kind]!, with: nameOf.get(counterparty) ?? "", count },
        ...{ traded: moneyText(value), amount: moneyText(amount), fees: moneyText(fees) },
      });
  }
  return shown;
});
