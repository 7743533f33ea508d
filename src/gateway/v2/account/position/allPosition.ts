import { Type } from "typebox";
import { v2 } from "../../../../wire/index.ts";
import { privateOperation } from "../../../operation.ts";
import { showPosition } from "../../show/position.ts";

export const allPosition = privateOperation({
  method: "GET",
  path: "/capi/v2/account/position/allPosition",
  summary: "All open positions",
  meaning: "Every open position.",
  call: "positions.all",
  source: "interface document, endpoint 2",
  weight: { ip: 10, uid: 15 },
  access: "read",
  parameters: {},
  response: Type.Array(v2.Position),
  async handle({ engine, account, contracts }): Promise<v2.Position[]> {
    const positions = await engine.query({ type: "positions", account, contract: undefined });
    return positions.map((view) => showPosition(view, contracts.at(view.contract)));
  },
});
