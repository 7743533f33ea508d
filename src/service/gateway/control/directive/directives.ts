import * as declared from "../../../../interface/wire/control/operations/directive.ts";
import { invalidParameter, priceText, sizeText, WireError } from "../../../../interface/wire/index.ts";
import type { ContractView, DirectiveView } from "../../../../kernel/core/index.ts";
import { DIRECT_CANCEL, DIRECT_REJECT, NONE } from "../../../../kernel/core/index.ts";
import { presentContest } from "../../../contest/index.ts";
import { cancelReasons, directives, orderActions, wordOf } from "../../words.ts";
import { allContests } from "../contest/named.ts";
import { orderNamed } from "../market/showOrder.ts";
import type { ControlOperation } from "../operation.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed, contractOf, lotsAsked, ticksAsked } from "../parameters.ts";

/**
 * `POST /control/directives`: has the venue do something to a live order, to the order that will come with a
 * client id, or to the next orders. What can be done to a live order at once is done before the answer,
 * which then has no `directive`.
 */
const direct = controlOperation(declared.direct, async (context, { account: name, ...input }) => {
  const { account } = await accountNamed(context, name);
  const contest = presentContest(await allContests(context), account, context.engine.now());
  if (contest !== undefined)
    throw new WireError(
      "refused",
      `${name} takes part in the contest ${contest.name}: it is told nothing until that is over`,
    );
  const { order: asked, clientId = "", next } = input;
  if ([asked, input.clientId, next].filter((each) => each !== undefined).length > 1)
    throw invalidParameter("next", "one of order, clientId and next names the orders");
  if (input.what === DIRECT_CANCEL && input.reason === 0)
    throw invalidParameter("reason", "cancel needs one");
  const live = asked === undefined ? undefined : await orderNamed(context, account, asked);
  if (asked !== undefined && live === undefined)
    throw new WireError("refused", `account ${name} never had an order ${asked}`);
  const contracts = await context.engine.query({ type: "contracts" });
  const named = input.symbol === undefined ? undefined : await contractOf(context, input.symbol);
  const contract = live === undefined ? named : contracts[live.contract];
  const inGrid = (parameter: "size" | "price"): ContractView => {
    if (contract === undefined) throw invalidParameter("symbol", `a ${parameter} is of a contract: name it`);
    return contract;
  };
  const directive = {
    account,
    contract: contract?.contract ?? NONE,
    action: input.action ?? 0,
    orders: live !== undefined || clientId !== "" ? 0 : (next ?? 1),
    order: live?.order ?? 0,
    what: input.what,
    lots: input.size === undefined ? 0 : lotsAsked(inGrid("size"), input.size),
    price: input.price === undefined ? 0 : ticksAsked(inGrid("price"), input.price, "price"),
    ms: input.ms,
    reason: input.reason,
    wireCode: input.code,
    clientId,
    text: input.what === DIRECT_REJECT ? input.text : "",
  };
  const { id } = await context.submit({ type: "direct", ...directive }, contract?.contract);
  const isDone = id === directive.order;
  const left = isDone || live !== undefined ? 0 : directive.orders || 1;
  const view = { directive: { ...directive, directive: isDone ? 0 : id }, left, order: directive.order };
  return shown(contracts, view);
});

/** `GET /control/directives`. */
const listDirectives = controlOperation(declared.listDirectives, async ({ engine }) => {
  const contracts = await engine.query({ type: "contracts" });
  return (await engine.query({ type: "directives" })).map((view) => shown(contracts, view));
});

/**
 * `POST /control/directives/drop`: drops a directive. Orders that were set aside stay so until they are
 * released.
 */
const dropDirective = controlOperation(declared.dropDirective, async ({ submit }, { directive }) => {
  await submit({ type: "dropDirective", directive });
  return { directive };
});

function shown(contracts: readonly ContractView[], { directive: terms, left, order }: DirectiveView) {
  const contract = contracts[terms.contract];
  return {
    directive: terms.directive || undefined,
    account: terms.account,
    what: wordOf(directives, terms.what),
    order: order || undefined,
    clientId: terms.clientId || undefined,
    left: left || undefined,
    symbol: contract?.symbol,
    action: terms.action === 0 ? undefined : wordOf(orderActions, terms.action),
    size: terms.lots === 0 || contract === undefined ? undefined : sizeText(contract, terms.lots),
    price: terms.price === 0 || contract === undefined ? undefined : priceText(contract, terms.price),
    ms: terms.ms || undefined,
    reason: terms.what === DIRECT_CANCEL ? wordOf(cancelReasons, terms.reason) : undefined,
    code: terms.what === DIRECT_REJECT ? terms.wireCode : undefined,
    text: terms.text || undefined,
  };
}

/** The operations of directives. */
export const directiveOperations: readonly ControlOperation[] = [direct, listDirectives, dropDirective];
