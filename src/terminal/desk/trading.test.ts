import { expect, test, vi } from "vitest";
import { useShownPage } from "../../../test/terminal/shownPage.ts";
import { NoAnswerError, type V2Client, VenueError } from "../../client/index.ts";
import type { v2 } from "../../wire/index.ts";
import { Notices } from "../state/notices.ts";
import type { Desk } from "./desk.ts";
import { Draft } from "./draft.ts";
import { closeAll, place } from "./trading.ts";

const contract = { symbol: "cmt_btcusdt", name: "BTC/USDT", coin: "BTC" };
const request = { method: "POST", path: "/capi/v2/order/placeOrder", query: "", body: "" } as const;

/** A desk before a venue that answers as each test says. */
function deskOf(client: { readonly orders?: object; readonly positions?: object }) {
  const notices = new Notices();
  const armed = { set: vi.fn() };
  const store = { value: contract, subscribe: () => () => undefined };
  const account = { view: { value: undefined }, refresh: vi.fn() };
  const desk = { client: client as V2Client, notices, armed, account, contract: store } as unknown as Desk;
  const draft = { ...new Draft(desk.contract).value, price: "59000" };
  const told = () => notices.log.value.map(({ tone, text }) => `${tone}: ${text}`).toReversed();
  return { desk, draft, armed, told };
}

/** The answers of one operation after the other; an error is thrown. */
function answers(...each: readonly unknown[]) {
  let at = 0;
  return vi.fn(async (_: unknown) => {
    const answer = each[Math.min(at++, each.length - 1)];
    if (answer instanceof Error) throw answer;
    return typeof answer === "function" ? answer() : answer;
  });
}

const lost = new NoAnswerError(request, { mayHaveHappened: true });

useShownPage();

test("an order without an answer is looked up under its id until the venue answers, and told as it was found", async () => {
  const placing = answers(lost);
  const found = () => [{ client_oid: sentId(), status: "filled" } as v2.Order];
  const sentId = () => (placing.mock.calls[0]![0] as { client_oid: string }).client_oid;
  const history = answers(new NoAnswerError(request, { mayHaveHappened: false }), found);
  const { desk, draft, armed, told } = deskOf({ orders: { place: placing, history } });
  let refusal: string | undefined = "still asking";
  const done = place(desk, draft, "long", "0.1").then((words) => {
    refusal = words;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(told()).toEqual(["bad: Open long 0.1 BTC at 59000: not known"]);
  expect(refusal).toBe("still asking");
  await vi.runAllTimersAsync();
  await done;
  expect(refusal).toBeUndefined();
  expect(told().at(-1)).toBe("good: Open long 0.1 BTC at 59000: it came, and is filled");
  expect(armed.set).toHaveBeenCalledWith(false);
  expect(placing).toHaveBeenCalledTimes(1);
  expect(history.mock.calls.map(([asked]) => asked)).toEqual(
    Array(2).fill({ symbol: contract.symbol, states: "all", pageSize: 100 }),
  );
});

test("one that is not there either is told so; a venue that refuses to be asked leaves it unknown", async () => {
  const refusal = new VenueError({ request, status: 403, code: "40014", msg: "no permission" });
  for (const [history, said] of [
    [answers([]), /^The venue has no order of this id/],
    [answers(refusal), /^No answer came: whether it happened is not known/],
  ] as const) {
    const { desk, draft, told } = deskOf({ orders: { place: answers(lost), history } });
    const placed = place(desk, draft, "long", "0.1");
    await vi.runAllTimersAsync();
    expect(await placed).toMatch(said);
    expect(told()[0]).toBe("bad: Open long 0.1 BTC at 59000: not known");
    expect(told().some((text) => /accepted|refused/.test(text))).toBe(false);
  }
});

test("positions that stay open are told with the reason, and not as closed", async () => {
  const rows = [
    { positionId: 1, success: true, successOrderId: 7, errorMessage: "" },
    { positionId: 2, success: false, successOrderId: 0, errorMessage: "its size is reserved" },
  ];
  const { desk, told } = deskOf({ positions: { close: answers(rows) } });
  expect(await closeAll(desk, contract as never)).toBe("1 of 2 stay open: its size is reserved");
  expect(told()).toEqual(["bad: Close every position of BTC/USDT: refused"]);
});
