import type { Check } from "../check.ts";
import { failed, notExamined, passed } from "../check.ts";
import type { Asked, AskedOrder, TimedHappening } from "../happening.ts";
import { at, ofType, orderText, readsAccount } from "../happening.ts";

/**
 * A bot that gets no answer to an order asks what became of it, or repeats the request; it places no new one
 * before.
 */
export const lostAnswer: Check = {
  name: "lost-answer",
  rule: "when the answer to an order is lost it asks what became of it, or sends the same again, before it places it anew",
  judge(seen) {
    const asked = ofType(seen, "asked");
    const lost = asked.find(({ fault, orders }) => fault === "answer-lost" && orders.length > 0);
    if (lost === undefined) return notExamined("no answer to an order was lost");
    const happened = `the answer to ${lost.orders.map(orderText).join(", ")} was lost at ${at(lost.answeredMs)}`;
    let further = "";
    for (const next of asked.filter(({ atMs }) => atMs > lost.answeredMs)) {
      const how = repeats(next, lost) ?? (further === "" ? asks(next) : undefined);
      if (how !== undefined) return passed(lost.answeredMs, `${happened}; at ${at(next.atMs)} it ${how}`);
      const second = next.orders.find((order) => lost.orders.some((one) => isSame(order, one)));
      if (second !== undefined)
        return failed(
          lost.answeredMs,
          `${happened}, and at ${at(next.atMs)} the bot placed ${orderText(second)} again, as ${idText(second)}, without having asked`,
        );
      // Whatever the bot asks after that may be about this order, and nothing shows whether it takes the
      // place of the one whose answer was lost.
      const alike = next.orders.find((order) => lost.orders.some((one) => isOfItsKind(order, one)));
      if (alike !== undefined && further === "")
        further = `; at ${at(next.atMs)} the bot placed ${orderText(alike)} without having asked`;
    }
    return notExamined(
      `${happened}${further}, and nothing followed that shows what the bot made of it`,
      lost.answeredMs,
    );
  },
};

/** In words, how a request repeats the one whose answer was lost; undefined: it does not. */
function repeats(next: Extract<TimedHappening, Asked>, lost: Asked): string | undefined {
  if (next.signature !== "" && next.signature === lost.signature) return "sent the same bytes again";
  const repeated = next.orders.find(
    ({ clientId }) => clientId !== "" && lost.orders.some((order) => order.clientId === clientId),
  );
  return repeated && `sent it again with its client id ${repeated.clientId}`;
}

/** In words, how a request finds out what became of orders; undefined: it does not. */
function asks(next: Extract<TimedHappening, Asked>): string | undefined {
  if (readsAccount(next)) return `asked ${next.operation}`;
  return next.does === "cancels" ? `canceled by ${next.operation}` : undefined;
}

function isOfItsKind(one: AskedOrder, other: AskedOrder): boolean {
  return one.symbol === other.symbol && one.action === other.action;
}

function isSame(one: AskedOrder, other: AskedOrder): boolean {
  return (
    isOfItsKind(one, other) &&
    Number(one.size) === Number(other.size) &&
    Number(one.price) === Number(other.price) &&
    one.waits === other.waits
  );
}

function idText({ clientId }: AskedOrder): string {
  return clientId === "" ? "an order without a client id" : `order ${clientId}`;
}
