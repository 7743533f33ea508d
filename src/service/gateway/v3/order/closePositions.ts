import { invalidParameter, type v3 } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/order.ts";
import type { PositionView } from "../../../../kernel/core/index.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { closeAll } from "../../trading/closeAll.ts";
import { contractOfFilter } from "../symbol.ts";

/**
 * Closes positions whole, at market, and cancels the conditional orders attached to them: one, those of a
 * symbol, or all. Nothing to close is an empty list.
 */
export const closePositions = privateOperation(
  declared.closePositions,
  async (context, { symbol, positionId }): Promise<v3.ClosedPosition[]> => {
    const contract = contractOfFilter(context.contracts, symbol);
    if (positionId !== undefined) await mustBeOpen(context, positionId, contract?.contract);
    const closings = await closeAll(context, { contract, position: positionId ?? 0, cancelAttached: true });
    return closings.map(({ position, order, why }) => ({
      positionId: position.position,
      success: order !== 0,
      successOrderId: order,
      errorMessage: why,
    }));
  },
);

async function mustBeOpen(
  { engine, account }: PrivateContext,
  positionId: number,
  contract: number | undefined,
): Promise<void> {
  const open: readonly PositionView[] = await engine.query({ type: "positions", account, contract });
  if (open.some((each) => each.position === positionId)) return;
  throw invalidParameter("positionId", "no open position has it");
}
