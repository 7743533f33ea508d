import { control, decimal, sizeText } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { accountOf, accountText, contractOf, contractText, legChoice, lotsOf } from "../parameters.ts";

/**
 * `POST /control/accounts/deleverage`: closes part of the leg's oldest position at mark against the best-ranked
 * counterparties, without a bankruptcy. What finds nobody is canceled: `closed` says how much was closed.
 */
export const deleverageAccount = controlOperation({
  method: "POST",
  isRepeatable: true,
  role: "operate",
  path: "/control/accounts/deleverage",
  summary: "Close part of an account's leg against the first in the auto-deleveraging queue",
  answer: control.Deleveraged,
  parameters: {
    account: accountText,
    symbol: contractText,
    leg: legChoice,
    size: decimal("In the base coin, at most the leg's oldest position."),
  },
  async handle(context, { account: name, symbol, leg, size }) {
    const { account } = await accountOf(context, name);
    const contract = await contractOf(context, symbol);
    const of = { type: "positions", account, contract: contract.contract } as const;
    const held = async () =>
      (await context.engine.query(of)).reduce((sum, each) => (each.leg === leg ? sum + each.size : sum), 0);
    const before = await held();
    const { id } = await context.submit({
      type: "deleverage",
      account,
      contract: contract.contract,
      leg,
      size: lotsOf(contract, size),
    });
    return { order: id, closed: sizeText(contract, before - (await held())) };
  },
});
