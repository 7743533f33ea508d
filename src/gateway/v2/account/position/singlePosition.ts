import type { v2 } from "../../../../wire/index.ts";
import * as declared from "../../../../wire/v2/operations/account.ts";
import { privateOperation } from "../../../operation.ts";
import { showPosition } from "../../show/position.ts";

export const singlePosition = privateOperation(
  declared.singlePosition,
  async ({ engine, account, contracts }, { symbol }): Promise<v2.Position[]> => {
    const contract = contracts.of(symbol);
    const positions = await engine.query({ type: "positions", account, contract: contract.contract });
    return positions.map((view) => showPosition(view, contract));
  },
);
