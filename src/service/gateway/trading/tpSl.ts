import type { ErrorName } from "../../../interface/wire/index.ts";
import { WireError } from "../../../interface/wire/index.ts";
import type { Command } from "../../../kernel/core/index.ts";
import type { ContractSpec } from "../contracts.ts";
import type { PrivateContext } from "../operation.ts";
import { ticksOf, ticksOrNone } from "./grid.ts";
import { refusalOf } from "./refusals.ts";
import { submitOrThrow } from "./submitOrThrow.ts";

/** Refusals by the rules of the market. */
const ofMarket: ReadonlySet<ErrorName> = new Set(["refused", "sizeTooLarge", "clientIdTaken"]);
/**
 * Refusals of the core that become answers of status 200: those of the market's rules, whatever code they
 * have.
 */
const answered: ReadonlySet<ErrorName> = new Set([...ofMarket, "parameterInvalid", "orderNotFound"]);

/**
 * Places a take-profit or stop-loss on a position.
 *
 * A malformed request is thrown. A refusal by the rules of the market, also for a price or size off the
 * grid, becomes an answer. Refusals that concern the account or the API rather than the order (frozen, a
 * pair closed to API trading, a busy venue) are thrown as everywhere else.
 *
 * @param make makes the command; throws malformed values as such, values off the grid as a refusal of the
 * market
 * @returns the order's id, or the refusal
 */
export async function placeTpSl(
  context: PrivateContext,
  contract: ContractSpec,
  make: () => Extract<Command, { type: "placeTpSl" }>,
): Promise<number | WireError> {
  let command: Command;
  try {
    command = make();
  } catch (cause) {
    if (cause instanceof WireError && ofMarket.has(cause.kind)) return explained(context, cause);
    throw cause;
  }
  const { rejection, id } = await context.submit(command);
  if (rejection === undefined) return id;
  const error = refusalOf(rejection, { contract, command, operation: context.operation });
  if (!answered.has(error.kind)) throw error;
  return explained(context, error);
}

/** The refusal in an answer of status 200, of which the request log is told. */
function explained(context: PrivateContext, error: WireError): WireError {
  context.explain(error);
  return error;
}

/** The new values of a take-profit or stop-loss. */
export interface TpSlChange {
  readonly orderId: number;
  readonly triggerPrice: string;
  /** Left out or 0: at market. */
  readonly executePrice: string | undefined;
  readonly triggerSource: number;
}

/** Changes trigger and execution price of an untriggered take-profit or stop-loss; throws the refusal. */
export async function modifyTpSl(context: PrivateContext, change: TpSlChange): Promise<void> {
  const { engine, account, contracts } = context;
  const { orderId: order, triggerSource } = change;
  const live = await engine.query({ type: "order", account, order, clientId: "" });
  if (live === undefined || order === 0) throw new WireError("orderNotFound");
  const contract = contracts.at(live.contract);
  const triggerPrice = ticksOf(contract, "triggerPrice", change.triggerPrice);
  const price = ticksOrNone(contract, "executePrice", change.executePrice);
  await submitOrThrow(
    context,
    { type: "modifyTpSl", account, order, triggerPrice, triggerSource, price },
    contract,
  );
}
