import * as declared from "../../../../interface/wire/fapi/operations/algo.ts";
import type { PlacedAlgo } from "../../../../interface/wire/fapi/order.ts";
import { privateOperation } from "../../operation.ts";
import { findOrder } from "../../trading/findOrder.ts";
import { submitOrThrow } from "../../trading/submitOrThrow.ts";
import { conditionalCommand } from "../order/conditionalCommand.ts";
import { leftIn } from "../order/orderIn.ts";
import { showPlacedAlgo } from "../order/showOrder.ts";
import { type Forms, refusedAs } from "../refusedAs.ts";
import { contractOf } from "../symbol.ts";

/** The limit on conditional orders has a code of its own. */
const REFUSALS: Forms = { openOrderLimit: { code: -4045, text: "LeaderPort max stop order limit." } };

export const placeAlgoOrder = privateOperation(
  declared.placeAlgoOrder,
  async (context, input): Promise<PlacedAlgo> => {
    const contract = contractOf(context.contracts, input.symbol);
    const command = conditionalCommand(context, contract, input, context.requestHash);
    const { id, events } = await refusedAs(REFUSALS, submitOrThrow(context, command, contract));
    const view = leftIn(events, id) ?? (await findOrder(context, id));
    if (view === undefined) throw new Error(`invariant: order ${id} was placed`);
    return showPlacedAlgo(view, contract, context.rules);
  },
);
