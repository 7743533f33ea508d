import { expect, test, vi } from "vitest";
import { useShownPage } from "../../../../test/terminal/shownPage.ts";
import { NoAnswerError, type V2Client, VenueError } from "../../../interface/client/index.ts";
import type { v2 } from "../../../interface/wire/index.ts";
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
  const market = { line: { value: "open" }, ticker: { value: { lastPrice: "59010.5" } } };
  const account = { view: { value: undefined }, refresh: vi.fn() };
  const desk = {
    client: client as V2Client,
    notices,
    armed,
    account,
    market,
    contract: store,
  } as unknown as Desk;
  const draft = { ...new Draft(desk.contract).value, price: "59000" };
  const told = () => notices.log.value.map(({ tone, text }) => `${tone}: ${text}`).toReversed();
  return { desk, draft, armed, told };
}

/** The answers of one operation after the other; an error is thrown. */
function answers(...each: readonly unknown[]) {
  let at = 0;
  return vi.fn(async (_: unknown, __?: unknown) => {
    const answer = each[Math.min(at++, each.length - 1)];
    if (answer instanceof Error) throw answer;
    return typeof answer === "function" ? answer() : answer;
  });
}

const lost = new NoAnswerError(request, { mayHaveHappened: true, cause: new TypeError("fetch failed") });
const silent = new NoAnswerError(request, {
  mayHaveHappened: true,
  cause: new DOMException("no answer within 10000 ms", "TimeoutError"),
});

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
    [answers([]), /^Not sent: the venue has no order of this id .* BTC\/USDT is at .*59.*010\.5 now\.$/],
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

test("what may still arrive is not called unsent before its signature has run out", async () => {
  const history = answers([]);
  const { desk, draft } = deskOf({ orders: { place: answers(silent), history } });
  const done = vi.fn();
  const placed = place(desk, draft, "long", "0.1").then(done);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  await placed;
  expect(done).toHaveBeenCalledWith(expect.stringMatching(/^Not sent: /));
});

test("an order goes out once, and not at all without a connection", async () => {
  const placing = answers(new NoAnswerError(request, { mayHaveHappened: false }));
  const { desk, draft, told } = deskOf({ orders: { place: placing } });
  expect(await place(desk, draft, "long", "0.1")).toMatch(
    /^Not sent: the venue does not answer\. BTC\/USDT is at /,
  );
  expect(placing.mock.calls.map(([, options]) => options)).toEqual([{ deadlineMs: 0 }]);
  Object.assign(desk.market.line, { value: "doubtful" });
  expect(await place(desk, draft, "long", "0.1")).toBe("Not sent: there is no connection to the venue.");
  expect(placing).toHaveBeenCalledTimes(1);
  expect(told()).toEqual(Array(2).fill("bad: Open long 0.1 BTC at 59000: not sent"));
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
