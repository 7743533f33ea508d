import type { v2 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/order.ts";
import { privateOperation } from "../../operation.ts";
import { closeAll } from "../../trading/closeAll.ts";

/** Closes every position at market, of one symbol or of all; flat accounts get an empty list. */
export const closePositions = privateOperation(
  declared.closePositions,
  async (context, { symbol }): Promise<v2.ClosedPosition[]> => {
    const closings = await closeAll(context, {
      contract: context.contracts.ofFilter(symbol),
      cancelAttached: false,
    });
    return closings.map(({ position, order, why }) => ({
      positionId: position.position,
      success: order !== 0,
      successOrderId: order,
      errorMessage: why,
    }));
  },
);
