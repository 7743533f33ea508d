import * as declared from "../../../wire/control/operations/risk.ts";
import { sizeText } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed, contractOf, lotsAsked } from "../parameters.ts";

/**
 * `POST /control/accounts/deleverage`: closes part of the leg's oldest position at mark against the best-ranked
 * counterparties, without a bankruptcy. What finds no counterparty stays open: `closed` says how much was closed.
 */
export const deleverageAccount = controlOperation(
  declared.deleverageAccount,
  async (context, { account: name, symbol, leg, size }) => {
    const { account } = await accountNamed(context, name);
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
      size: lotsAsked(contract, size),
    });
    return { order: id, closed: sizeText(contract, before - (await held())) };
  },
);
