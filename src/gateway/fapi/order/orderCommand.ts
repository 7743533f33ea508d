import { randomBytes } from "node:crypto";
import type { Command } from "../../../core/index.ts";
import {
  BUY,
  CLOSE_LONG,
  CLOSE_SHORT,
  FOK,
  GTC,
  HEDGE,
  LONG,
  NET_BUY,
  NET_SELL,
  OPEN_LONG,
  OPEN_SHORT,
  PLAIN_ORDER,
  SELL,
} from "../../../core/index.ts";
import { FapiError } from "../../../wire/fapi/errors.ts";
import type { orderParameters } from "../../../wire/fapi/orderParameters.ts";
import { GTD, MARKET, NO_LEG } from "../../../wire/fapi/orderParameters.ts";
import type { Input } from "../../../wire/index.ts";
import { missingParameter } from "../../../wire/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { PrivateContext } from "../../operation.ts";
import type { Draft } from "../../trading/placeEach.ts";
import { contractOf } from "../symbol.ts";
import { lotsOf, ticksOf } from "./grid.ts";

type OrderInput = Input<typeof orderParameters>;

/** Which way an order goes, as it is asked for. */
export interface Direction {
  readonly side: number;
  /** LONG, SHORT, NO_LEG; undefined where nothing was said. */
  readonly positionSide: number | undefined;
  readonly reduceOnly: boolean | undefined;
}

/**
 * What an order does, by the account's mode. In one-way mode there is a side alone, and one that is reduce-only closes what the other side has
 * opened; in hedge mode side and leg say it. Refuses with -4061 a leg of the other mode, with -1106 `reduceOnly` in hedge mode.
 */
export function actionOf({ side, positionSide, reduceOnly }: Direction, positionMode: number): number {
  const isHedge = positionMode === HEDGE;
  if (isHedge !== (positionSide !== undefined && positionSide !== NO_LEG))
    throw new FapiError(
      -4061,
      `Order's position side does not match user's setting. positionSide is ${isHedge ? "LONG or SHORT in hedge mode" : "BOTH or left out in one-way mode"}`,
    );
  if (!isHedge) {
    if (reduceOnly === true) return side === BUY ? CLOSE_SHORT : CLOSE_LONG;
    return side === BUY ? NET_BUY : NET_SELL;
  }
  if (reduceOnly !== undefined) throw notRequired("reduceOnly", "in hedge mode side and positionSide say it");
  if (positionSide === LONG) return side === BUY ? OPEN_LONG : CLOSE_LONG;
  return side === SELL ? OPEN_SHORT : CLOSE_SHORT;
}

/** The command of an order that goes to the book. One that may only close more than there is shrinks to it. */
export function orderCommand(
  context: PrivateContext,
  input: OrderInput,
  requestHash: number,
): Draft & { readonly command: Extract<Command, { type: "placeOrder" }> } {
  const { contracts, account, rules } = context;
  const contract = contractOf(contracts, input.symbol);
  refuseConditions(input);
  refuseUnserved(input);
  const market = input.type === MARKET;
  if (input.quantity === undefined) throw missingParameter("quantity");
  const command: Extract<Command, { type: "placeOrder" }> = {
    ...PLAIN_ORDER,
    account,
    contract: contract.contract,
    action: actionOf(input, rules.positionMode),
    timeInForce: market ? marketTimeInForce(input) : limitTimeInForce(input),
    market,
    price: market ? 0 : limitPrice(contract, input.price),
    size: lotsOf(contract, "quantity", input.quantity),
    closeCapped: rules.positionMode !== HEDGE,
    requestHash,
    clientId: input.newClientOrderId ?? newClientId(),
  };
  return { command, contract };
}

export function limitPrice(contract: ContractSpec, price: string | undefined): number {
  if (price === undefined) throw missingParameter("price");
  return ticksOf(contract, "price", price);
}

function limitTimeInForce({ timeInForce }: OrderInput): number {
  if (timeInForce === undefined) throw missingParameter("timeInForce");
  return timeInForce;
}

/** A market order takes what there is, and says neither price nor how long it waits. */
function marketTimeInForce({ price, timeInForce }: OrderInput): number {
  if (price !== undefined) throw notRequired("price", "a market order has none");
  if (timeInForce === FOK) return FOK;
  if (timeInForce !== undefined) throw notRequired("timeInForce", "a market order takes what there is");
  return GTC;
}

function refuseConditions(input: OrderInput): void {
  for (const name of ["stopPrice", "activationPrice", "callbackRate"] as const)
    if (input[name] !== undefined) throw notRequired(name, "only conditional types have one");
  if (input.closePosition === true)
    throw new FapiError(-4136, "Target strategy invalid for orderType with closePosition.");
}

/** What the venue does not offer is refused, never dropped. */
export function refuseUnserved({
  priceMatch = NONE,
  selfTradePreventionMode: prevention,
  timeInForce,
  goodTillDate = "0",
  priceProtect,
}: {
  readonly priceMatch?: string | undefined;
  readonly selfTradePreventionMode?: string | undefined;
  readonly timeInForce?: number | undefined;
  readonly goodTillDate?: number | string | undefined;
  readonly priceProtect?: boolean | undefined;
}): void {
  if (priceMatch !== NONE) throw unserved("priceMatch", priceMatch);
  if (prevention !== undefined) throw unserved("selfTradePreventionMode", prevention);
  if (timeInForce === GTD) throw unserved("timeInForce", "GTD");
  if (Number(goodTillDate) !== 0) throw unserved("goodTillDate", String(goodTillDate));
  if (priceProtect === true) throw unserved("priceProtect", "true");
}

const NONE = "NONE";

function unserved(name: string, value: string): FapiError {
  return new FapiError(
    -1130,
    `Data sent for parameter '${name}' is not valid. '${value}' is not served here`,
  );
}

/** The refusal of a parameter that the order must not have. */
export function notRequired(name: string, why: string): FapiError {
  return new FapiError(-1106, `Parameter '${name.toLowerCase()}' sent when not required. ${why}`);
}

/** A client's own id for an order that came without. */
export function newClientId(): string {
  return randomBytes(16).toString("hex").slice(0, 22);
}
