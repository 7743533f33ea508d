import { Type } from "typebox";
import type { PositionView } from "../../../core/index.ts";
import { filterId, invalidParameter, optional, v3 } from "../../../wire/index.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import type { Closing } from "../../trading/closeAll.ts";
import { closeAll, closeOne } from "../../trading/closeAll.ts";
import { contractOfFilter, symbolParameter } from "../symbol.ts";

/** Closes positions whole, at market: one, those of a symbol, or all. Nothing to close is an empty list. */
export const closePositions = privateOperation({
  method: "POST",
  path: "/capi/v3/closePositions",
  summary: "Close positions at market",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 40, uid: 50 },
  access: "place",
  orders: { family: "place" },
  parameters: {
    symbol: optional(symbolParameter),
    positionId: optional(filterId("Id of the position; it must be of the symbol, where both are given")),
  },
  response: Type.Array(v3.ClosedPosition),
  async handle(context, { symbol, positionId }): Promise<v3.ClosedPosition[]> {
    const contract = contractOfFilter(context.contracts, symbol);
    const closings =
      positionId === undefined
        ? await closeAll(context, contract)
        : [await closeById(context, positionId, contract?.contract)];
    return closings.map(({ position, order, why }) => ({
      positionId: position.position,
      success: order !== 0,
      successOrderId: order,
      errorMessage: why,
    }));
  },
});

async function closeById(
  context: PrivateContext,
  positionId: number,
  contract: number | undefined,
): Promise<Closing> {
  const { engine, account, contracts } = context;
  const open: readonly PositionView[] = await engine.query({ type: "positions", account, contract });
  const position = open.find((each) => each.position === positionId);
  if (position === undefined) throw invalidParameter("positionId", "no open position has it");
  return closeOne(context, position, contracts.at(position.contract));
}
