import * as declared from "../../../wire/control/operations/contract.ts";
import { controlOperation } from "../operation.ts";
import { contractOf } from "../parameters.ts";
import { shownBreaches } from "./carrying.ts";
import { shownContract } from "./show.ts";
import { changedTerms, termsOf } from "./terms.ts";

/**
 * `POST /control/contracts/change`: changes the terms that are given and leaves the rest; refused where that would liquidate somebody,
 * unless it is meant anyway.
 */
export const changeContract = controlOperation(
  declared.changeContract,
  async (context, { symbol, preview, anyway, ...given }) => {
    const before = await contractOf(context, symbol);
    const { contract } = before;
    const terms = changedTerms(termsOf(before), given);
    if (preview)
      return { symbol: before.symbol, breaches: await shownBreaches(context, { contract, terms }) };
    await context.submit({ type: "changeContract", contract, anyway, ...terms });
    return shownContract(await contractOf(context, symbol), context);
  },
);
