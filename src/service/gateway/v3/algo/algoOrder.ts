import type { Input } from "../../../../interface/wire/index.ts";
import { invalidParameter } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/algo.ts";
import type { Command } from "../../../../kernel/core/index.ts";
import {
  BUY,
  GTC,
  IOC,
  isOpening,
  PLAIN_CONDITIONAL,
  TRIGGER_AT_OR_ABOVE,
  TRIGGER_AT_OR_BELOW,
  TRIGGER_ON_LAST,
} from "../../../../kernel/core/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { attachedTo } from "../../trading/attached.ts";
import { lotsOf, ticksOf } from "../../trading/grid.ts";
import { submitOrThrow } from "../../trading/submitOrThrow.ts";
import { cancelOne } from "../order/cancel.ts";
import { actionOf, limitPrice, placedText } from "../order/translate.ts";
import { contractOf } from "../symbol.ts";

/** The two bits of a conditional order's type. */
const TAKE_PROFIT = 1;
const MARKET = 2;

/**
 * Of an order that closes, the working type of its kind says which price it watches; one that opens watches
 * the last.
 */
export const placeAlgoOrder = privateOperation(declared.placeAlgoOrder, async (context, input) => {
  const contract = contractOf(context.contracts, input.symbol);
  const action = actionOf(input.side, input.positionSide);
  mustHold(input);
  const command = isOpening(action)
    ? openingCommand(context, contract, action, input)
    : closingCommand(context, contract, action, input);
  const { id } = await submitOrThrow(context, command, contract);
  return placedText(id, input.clientAlgoId);
});

/** Once triggered, an order with a limit rests until it is canceled; one at market takes what there is. */
function mustHold({ type, timeInForce = GTC }: AlgoInput): void {
  if (timeInForce !== GTC && !(timeInForce === IOC && (type & MARKET) !== 0))
    throw invalidParameter(
      "timeInForce",
      "GTC, or IOC at market: what a triggered order is",
      "combinationInvalid",
    );
}

type AlgoInput = Input<typeof declared.algoParameters>;

function openingCommand(
  { account, requestHash }: PrivateContext,
  contract: ContractSpec,
  action: number,
  input: AlgoInput,
): Command {
  if (input.reduceOnly) {
    throw invalidParameter("reduceOnly", "side and positionSide open a position", "combinationInvalid");
  }
  const market = (input.type & MARKET) !== 0;
  const isStop = (input.type & TAKE_PROFIT) === 0;
  return {
    ...PLAIN_CONDITIONAL,
    account,
    contract: contract.contract,
    action,
    market,
    size: lotsOf(contract, "quantity", input.quantity),
    price: market ? 0 : limitPrice(contract, input.price),
    triggerPrice: ticksOf(contract, "triggerPrice", input.triggerPrice),
    triggerSource: TRIGGER_ON_LAST,
    triggerDirection: isStop === (input.side === BUY) ? TRIGGER_AT_OR_ABOVE : TRIGGER_AT_OR_BELOW,
    priceProtect: false,
    ...presetsOf(contract, action, input),
    requestHash,
    clientId: input.clientAlgoId,
  };
}

function closingCommand(
  { account, requestHash }: PrivateContext,
  contract: ContractSpec,
  action: number,
  input: AlgoInput,
): Command {
  presetsOf(contract, action, input);
  const takeProfit = (input.type & TAKE_PROFIT) !== 0;
  return {
    type: "placeTpSl",
    account,
    contract: contract.contract,
    leg: input.positionSide,
    takeProfit,
    triggerPrice: ticksOf(contract, "triggerPrice", input.triggerPrice),
    triggerSource: takeProfit ? input.TpWorkingType : input.SlWorkingType,
    price: (input.type & MARKET) !== 0 ? 0 : limitPrice(contract, input.price),
    size: lotsOf(contract, "quantity", input.quantity),
    endsWithLeg: false,
    priceProtect: false,
    marginMode: 0,
    position: 0,
    requestHash,
    clientId: input.clientAlgoId,
  };
}

function presetsOf(contract: ContractSpec, action: number, input: AlgoInput) {
  return attachedTo(contract, action, {
    takeProfit: {
      name: "presetTakeProfitPrice",
      price: input.presetTakeProfitPrice,
      source: input.TpWorkingType,
    },
    stopLoss: { name: "presetStopLossPrice", price: input.presetStopLossPrice, source: input.SlWorkingType },
  });
}

export const cancelAlgoOrder = privateOperation(declared.cancelAlgoOrder, (context, { orderId }) =>
  cancelOne(context, { orderId, origClientOrderId: "" }, { plansOnly: true }),
);
