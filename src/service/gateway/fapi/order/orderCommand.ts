import { randomBytes } from "node:crypto";
import { FapiError } from "../../../../interface/wire/fapi/errors.ts";
import type { orderParameters } from "../../../../interface/wire/fapi/orderParameters.ts";
import { GTD, MARKET, NO_LEG } from "../../../../interface/wire/fapi/orderParameters.ts";
import type { Input } from "../../../../interface/wire/index.ts";
import { missingParameter } from "../../../../interface/wire/index.ts";
import type { Command, TimeMs } from "../../../../kernel/core/index.ts";
import {
  BUY,
  CLOSE_LONG,
  CLOSE_SHORT,
  GTC,
  HEDGE,
  LONG,
  NET_BUY,
  NET_SELL,
  OPEN_LONG,
  OPEN_SHORT,
  ownSelfTradeMode,
  PLAIN_ORDER,
  SELL,
} from "../../../../kernel/core/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { PrivateContext } from "../../operation.ts";
import type { Draft } from "../../trading/placeEach.ts";
import { contractOf } from "../symbol.ts";
import { lotsOf, ticksOf } from "./grid.ts";

type OrderInput = Input<typeof orderParameters>;

/** The direction of an order, as it is asked for. */
export interface Direction {
  readonly side: number;
  /** LONG, SHORT, NO_LEG; undefined where the request has none. */
  readonly positionSide: number | undefined;
  readonly reduceOnly: boolean | undefined;
}

/**
 * An order's action, by the account's mode. In one-way mode there is a side only, and a reduce-only order
 * closes what the other side has opened; in hedge mode side and leg decide. Refuses with -4061 a leg of the
 * other mode, with -1106 `reduceOnly` in hedge mode.
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

/** The command of an order for the book. A reduce-only order of more than is held is made smaller. */
export function orderCommand(
  context: PrivateContext,
  input: OrderInput,
  requestHash: number,
): Draft & { readonly command: Extract<Command, { type: "placeOrder" }> } {
  const { contracts, account, rules, now } = context;
  const contract = contractOf(contracts, input.symbol);
  refuseConditions(input);
  if (input.priceProtect) throw notRequired("priceProtect", "only conditional types have it");
  const market = input.type === MARKET;
  if (market) refuseLimits(input);
  if (input.quantity === undefined) throw missingParameter("quantity");
  const command: Extract<Command, { type: "placeOrder" }> = {
    ...PLAIN_ORDER,
    account,
    contract: contract.contract,
    action: actionOf(input, rules.positionMode),
    timeInForce: market ? GTC : limitTimeInForce(input),
    market,
    price: market ? 0 : limitPrice(contract, input),
    size: lotsOf(contract, "quantity", input.quantity),
    closeCapped: rules.positionMode !== HEDGE,
    orRefused: true,
    ...behaviorOf(input, now()),
    requestHash,
    clientId: input.newClientOrderId ?? newClientId(),
  };
  return { command, contract };
}

/** The limit price of an order that must have one; 0 where the book gives it. */
export function limitPrice(
  contract: ContractSpec,
  { price, priceMatch }: { readonly price: string | undefined; readonly priceMatch: number },
): number {
  if (priceMatch !== 0) {
    if (price !== undefined) throw notRequired("price", "priceMatch gives it");
    return 0;
  }
  if (price === undefined) throw missingParameter("price");
  return ticksOf(contract, "price", price);
}

function limitTimeInForce({ timeInForce }: OrderInput): number {
  if (timeInForce === undefined) throw missingParameter("timeInForce");
  return timeInForce === GTD ? GTC : timeInForce;
}

/** Refuses price, time in force and price match of a market order, which takes what the book has. */
function refuseLimits({ price, timeInForce, priceMatch }: OrderInput): void {
  if (priceMatch !== 0) throw new FapiError(-5038, "Invalid price match. A market order has no price");
  if (price !== undefined) throw notRequired("price", "a market order has none");
  if (timeInForce !== undefined) throw notRequired("timeInForce", "a market order takes what there is");
}

function refuseConditions(input: OrderInput): void {
  for (const name of ["stopPrice", "activationPrice", "callbackRate"] as const)
    if (input[name] !== undefined) throw notRequired(name, "only conditional types have one");
  if (input.closePosition === true)
    throw new FapiError(-4136, "Target strategy invalid for orderType with closePosition.");
}

/** How an order behaves in the book, beyond price and size. */
interface Behavior {
  readonly timeInForce?: number | undefined;
  readonly priceMatch: number;
  readonly selfTradePreventionMode: number | undefined;
  readonly goodTillDate: number;
}

const GOOD_TILL_LEAST_MS = 600_000;
const GOOD_TILL_MOST = 253_402_300_799_000;

/**
 * The fields of a command that the rarer parameters set. Refuses with -5040 an expiry that is too soon or
 * later than any time.
 */
export function behaviorOf(
  { timeInForce, priceMatch, selfTradePreventionMode: mode, goodTillDate }: Behavior,
  now: TimeMs,
) {
  const isDated = timeInForce === GTD;
  if (isDated && goodTillDate === 0) throw missingParameter("goodTillDate");
  if (!isDated && goodTillDate !== 0) throw notRequired("goodTillDate", "only timeInForce GTD has one");
  if (isDated && (goodTillDate <= now + GOOD_TILL_LEAST_MS || goodTillDate >= GOOD_TILL_MOST))
    throw new FapiError(
      -5040,
      `The goodTillDate should be greater than the current time plus 600 seconds and smaller than ${GOOD_TILL_MOST}. goodTillDate ${goodTillDate}`,
    );
  return {
    priceMatch,
    selfTradeMode: mode === undefined ? 0 : ownSelfTradeMode(mode),
    goodTill: goodTillDate,
  };
}

/** The refusal of a parameter that the order must not have. */
export function notRequired(name: string, why: string): FapiError {
  return new FapiError(-1106, `Parameter '${name.toLowerCase()}' sent when not required. ${why}`);
}

/** The refusal of a conditional type where it is not taken; clients know the text. */
export function servedElsewhere(): FapiError {
  return new FapiError(
    -4120,
    "Order type not supported for this endpoint. Please use the Algo Order API endpoints instead.",
  );
}

/** A client id for an order that was sent without one. */
export function newClientId(): string {
  return randomBytes(16).toString("hex").slice(0, 22);
}
