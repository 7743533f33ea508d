import type { v2 } from "../../../../wire/index.ts";
import * as declared from "../../../../wire/v2/operations/account.ts";
import { privateOperation } from "../../../operation.ts";
import { showPosition } from "../../show/position.ts";

export const allPosition = privateOperation(
  declared.allPosition,
  async ({ engine, account, contracts }): Promise<v2.Position[]> => {
    const positions = await engine.query({ type: "positions", account, contract: undefined });
    return positions.map((view) => showPosition(view, contracts.at(view.contract)));
  },
);
