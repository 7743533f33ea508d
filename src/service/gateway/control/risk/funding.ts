import * as declared from "../../../../interface/wire/control/operations/risk.ts";
import { pointsText, rateText } from "../../../../interface/wire/index.ts";
import type { ControlContext, ControlOperation } from "../operation.ts";
import { controlOperation } from "../operation.ts";
import { contractOf } from "../parameters.ts";

/**
 * `GET /control/funding`: of every contract the rate of its running period, when it is paid, and the next
 * one's forecast.
 */
const showFunding = controlOperation(declared.showFunding, async ({ engine }) => {
  const contracts = await engine.query({ type: "contracts" });
  return contracts.map((contract) => ({
    symbol: contract.symbol,
    rate: rateText(contract.fundingRate),
    due: contract.fundingDue,
    forecast: rateText(contract.fundingForecast),
    index: pointsText(contract, contract.index),
    mark: pointsText(contract, contract.mark),
  }));
});

/** `POST /control/funding/settle`: ends the running period now and pays its rate. */
const settleFunding = controlOperation(declared.settleFunding, async (context, { symbol: name }) => {
  const { rate: settled, ...rest } = await endPeriod(context, name, { skip: false });
  return { ...rest, settled };
});

/** `POST /control/funding/skip`: ends the running period now; nobody pays. */
const skipFunding = controlOperation(declared.skipFunding, async (context, { symbol: name }) => {
  const { rate: skipped, ...rest } = await endPeriod(context, name, { skip: true });
  return { ...rest, skipped };
});

async function endPeriod(context: ControlContext, name: string, { skip }: { readonly skip: boolean }) {
  const { contract, symbol, fundingRate } = await contractOf(context, name);
  await context.submit({ type: "forceFunding", contract, skip });
  const next = await contractOf(context, symbol);
  return {
    symbol,
    rate: rateText(fundingRate),
    nextRate: rateText(next.fundingRate),
    due: next.fundingDue,
  };
}

/** The operations of funding. */
export const fundingOperations: readonly ControlOperation[] = [showFunding, settleFunding, skipFunding];
