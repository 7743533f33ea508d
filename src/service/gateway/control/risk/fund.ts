import * as declared from "../../../../interface/wire/control/operations/risk.ts";
import { invalidParameter, moneyText, quantaOfText, sizeText } from "../../../../interface/wire/index.ts";
import { INSURANCE_ACCOUNT } from "../../../../kernel/core/index.ts";
import { legs, wordOf } from "../../words.ts";
import { moveOutside } from "../money.ts";
import type { ControlContext, ControlOperation } from "../operation.ts";
import { controlOperation } from "../operation.ts";

/** `GET /control/fund`: what the insurance fund is worth, and what it has taken over. */
const showFund = controlOperation(declared.showFund, (context) => fundOf(context));

/** `POST /control/fund/deposit`: from the outside world into the fund. */
const depositFund = controlOperation(declared.depositFund, async (context, { amount }) => {
  await moveOutside(context, "in", INSURANCE_ACCOUNT, amount);
  return fundOf(context);
});

/** `POST /control/fund/withdraw`: drains the fund, so that what it cannot take over is deleveraged. */
const withdrawFund = controlOperation(declared.withdrawFund, async (context, { amount }) => {
  await moveOutside(context, "out", INSURANCE_ACCOUNT, amount);
  return fundOf(context);
});

/** `POST /control/fund/rule`: which positions the fund may take over; others are deleveraged. */
const setFundRule = controlOperation(declared.setFundRule, async (context, { floor, notionalMax }) => {
  await context.submit({
    type: "setFundRule",
    floor: limitOf(floor, "floor"),
    notionalMax: limitOf(notionalMax, "notionalMax"),
  });
  return fundOf(context);
});

function limitOf(text: string, name: string): bigint {
  const quanta = quantaOfText(text);
  if (quanta === undefined || quanta < 0n)
    throw invalidParameter(name, `at least 0 with at most 8 decimals, got '${text}'`);
  return quanta;
}

async function fundOf({ engine }: ControlContext) {
  const account = INSURANCE_ACCOUNT;
  const [assets, positions, contracts, rules] = await Promise.all([
    engine.query({ type: "assets", account }),
    engine.query({ type: "positions", account, contract: undefined }),
    engine.query({ type: "contracts" }),
    engine.query({ type: "rules" }),
  ]);
  return {
    account,
    wallet: moneyText(assets!.wallet),
    equity: moneyText(assets!.equity),
    withdrawable: moneyText(assets!.withdrawable),
    unrealized: moneyText(assets!.unrealized),
    floor: moneyText(rules.fund.floor),
    notionalMax: moneyText(rules.fund.notionalMax),
    positions: positions.map((position) => ({
      position: position.position,
      symbol: contracts[position.contract]!.symbol,
      leg: wordOf(legs, position.leg),
      size: sizeText(contracts[position.contract]!, position.size),
      unrealized: moneyText(position.unrealized),
    })),
  };
}

/** The operations of the insurance fund. */
export const fundOperations: readonly ControlOperation[] = [showFund, depositFund, withdrawFund, setFundRule];
