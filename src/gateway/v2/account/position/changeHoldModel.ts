import { COMBINED, SEPARATED } from "../../../../core/index.ts";
import { choice, optional, v2 } from "../../../../wire/index.ts";
import { privateOperation } from "../../../operation.ts";
import { acknowledge } from "../../acknowledge.ts";
import { marginModeParameter, symbolParameter } from "../../parameters.ts";

export const changeHoldModel = privateOperation({
  method: "POST",
  path: "/capi/v2/account/position/changeHoldModel",
  summary: "Change margin mode and position segregation of a symbol",
  meaning: "Changes margin mode and segregation of a symbol. Refused with a position or an order there.",
  call: "positions.setMode",
  source: "published documentation, change hold model",
  weight: { ip: 20, uid: 50 },
  access: "trade",
  parameters: {
    symbol: symbolParameter,
    marginMode: marginModeParameter,
    separatedMode: optional(choice("1 combined; 2 separated", { "1": COMBINED, "2": SEPARATED }), COMBINED),
  },
  response: v2.Acknowledgement,
  handle(context, { symbol, marginMode, separatedMode }) {
    const contract = context.contracts.of(symbol);
    return acknowledge(
      context,
      {
        type: "setMode",
        account: context.account,
        contract: contract.contract,
        marginMode,
        separatedMode,
      },
      contract,
    );
  },
});
