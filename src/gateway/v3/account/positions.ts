import { Type } from "typebox";
import { v3 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { showPosition } from "../show/position.ts";
import { contractOf, symbolParameter } from "../symbol.ts";

export const allPosition = privateOperation({
  method: "GET",
  path: "/capi/v3/account/position/allPosition",
  summary: "All open positions",
  meaning: "Every open position.",
  call: "account.allPosition",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 10, uid: 15 },
  access: "read",
  parameters: {},
  response: Type.Array(v3.Position),
  async handle({ engine, account, contracts }): Promise<v3.Position[]> {
    const positions = await engine.query({ type: "positions", account, contract: undefined });
    return positions.map((view) => showPosition(view, contracts.at(view.contract)));
  },
});

export const singlePosition = privateOperation({
  method: "GET",
  path: "/capi/v3/account/position/singlePosition",
  summary: "The open positions of one symbol",
  meaning: "The open positions of a symbol.",
  call: "account.singlePosition",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 2, uid: 3 },
  access: "read",
  parameters: { symbol: symbolParameter },
  response: Type.Array(v3.Position),
  async handle({ engine, account, contracts }, { symbol }): Promise<v3.Position[]> {
    const contract = contractOf(contracts, symbol);
    const positions = await engine.query({ type: "positions", account, contract: contract.contract });
    return positions.map((view) => showPosition(view, contract));
  },
});
