import { control, pointsText, rateText } from "../../../wire/index.ts";
import type { ControlContext } from "../operation.ts";
import { controlOperation } from "../operation.ts";
import { contractOf, contractText } from "../parameters.ts";

/** `GET /control/funding`: of every contract the rate of its running period, when it is paid, and the next one's forecast. */
export const showFunding = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/funding",
  summary: "Show funding rates and when they are paid",
  answer: control.Fundings,
  parameters: {},
  async handle({ engine }) {
    const contracts = await engine.query({ type: "contracts" });
    return contracts.map((contract) => ({
      symbol: contract.symbol,
      rate: rateText(contract.fundingRate),
      due: contract.fundingDue,
      forecast: rateText(contract.fundingForecast),
      index: pointsText(contract, contract.index),
      mark: pointsText(contract, contract.mark),
    }));
  },
});

/** `POST /control/funding/settle`: ends the running period now and pays its rate. */
export const settleFunding = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/funding/settle",
  summary: "Settle a contract's funding now; the next period ends when it would have",
  answer: control.FundingSettled,
  parameters: { symbol: contractText },
  async handle(context, { symbol: name }) {
    const { rate: settled, ...rest } = await endPeriod(context, name, false);
    return { ...rest, settled };
  },
});

/** `POST /control/funding/skip`: ends the running period now; nobody pays. */
export const skipFunding = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/funding/skip",
  summary: "End a contract's funding period now without payment",
  answer: control.FundingSkipped,
  parameters: { symbol: contractText },
  async handle(context, { symbol: name }) {
    const { rate: skipped, ...rest } = await endPeriod(context, name, true);
    return { ...rest, skipped };
  },
});

async function endPeriod(context: ControlContext, name: string, skip: boolean) {
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
