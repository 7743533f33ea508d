import type { v3 } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/account.ts";
import { privateOperation } from "../../operation.ts";
import { contractOf } from "../symbol.ts";
import { showPosition } from "./showPosition.ts";

export const allPosition = privateOperation(
  declared.allPosition,
  async ({ engine, account, contracts }): Promise<v3.Position[]> => {
    const positions = await engine.query({ type: "positions", account, contract: undefined });
    return positions.map((view) => showPosition(view, contracts.at(view.contract)));
  },
);

export const singlePosition = privateOperation(
  declared.singlePosition,
  async ({ engine, account, contracts }, { symbol }): Promise<v3.Position[]> => {
    const contract = contractOf(contracts, symbol);
    const positions = await engine.query({ type: "positions", account, contract: contract.contract });
    return positions.map((view) => showPosition(view, contract));
  },
);
