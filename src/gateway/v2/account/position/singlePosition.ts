import { Type } from "typebox";
import { v2 } from "../../../../wire/index.ts";
import { privateOperation } from "../../../operation.ts";
import { symbolParameter } from "../../parameters.ts";
import { showPosition } from "../../show/position.ts";

export const singlePosition = privateOperation({
  method: "GET",
  path: "/capi/v2/account/position/singlePosition",
  summary: "The open positions of one symbol",
  meaning: "The open positions of a symbol.",
  call: "positions.ofSymbol",
  source: "published documentation, single position",
  weight: { ip: 2, uid: 3 },
  access: "read",
  parameters: { symbol: symbolParameter },
  response: Type.Array(v2.Position),
  async handle({ engine, account, contracts }, { symbol }): Promise<v2.Position[]> {
    const contract = contracts.of(symbol);
    const positions = await engine.query({ type: "positions", account, contract: contract.contract });
    return positions.map((view) => showPosition(view, contract));
  },
});
