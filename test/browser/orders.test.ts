import { beforeEach, describe, expect, test } from "vitest";
import { isMissing, TEST_TIMEOUT_MS } from "./chromium.ts";
import { book, useFloor } from "./floor.ts";
import { Keyboard } from "./keyboard.ts";

/**
 * Every kind of order that the ticket has, by mouse and by keys alone: what arrives at the venue is what was
 * asked for.
 */

/** An order as somebody would say it. */
interface Wish {
  readonly name: string;
  readonly side?: "Close";
  readonly kind: "Limit" | "Market" | "Trigger";
  readonly trigger?: string;
  readonly price?: string;
  readonly size: string;
  readonly time?: "Post only" | "IOC" | "FOK";
  readonly takeProfit?: string;
  readonly stopLoss?: string;
  readonly button: "Open long" | "Open short" | "Close long" | "Close short";
  /** Where it is afterwards, and how it looks there. */
  readonly found: "resting" | "waiting" | "ended";
  readonly as: object;
}

/** The account is long 0.2 and short 0.1 before the first. */
const WISHES: readonly Wish[] = [
  {
    name: "a limit order",
    ...{ kind: "Limit", price: "59900", size: "0.011", button: "Open long", found: "resting" },
    as: { type: "open_long", price: "59900.0", size: "0.0110", order_type: "normal" },
  },
  {
    name: "a limit order with take profit and stop loss",
    ...{
      kind: "Limit",
      price: "59890",
      size: "0.012",
      takeProfit: "61000",
      stopLoss: "59000",
      button: "Open long",
      found: "resting",
    },
    as: { size: "0.0120", presetTakeProfitPrice: "61000.0", presetStopLossPrice: "59000.0" },
  },
  {
    name: "post only",
    ...{
      kind: "Limit",
      price: "60100",
      size: "0.013",
      time: "Post only",
      button: "Open short",
      found: "resting",
    },
    as: { type: "open_short", price: "60100.0", size: "0.0130", order_type: "postOnly" },
  },
  {
    name: "immediate or cancel",
    ...{ kind: "Limit", price: "60005", size: "0.014", time: "IOC", button: "Open long", found: "ended" },
    as: { type: "open_long", size: "0.0140", order_type: "ioc", status: "filled" },
  },
  {
    name: "fill or kill",
    ...{ kind: "Limit", price: "60005", size: "15", time: "FOK", button: "Open long", found: "ended" },
    as: { size: "15.0000", order_type: "fok", status: "canceled", filled_qty: "0" },
  },
  {
    name: "at market, with a stop loss",
    ...{ kind: "Market", size: "0.016", stopLoss: "59000", button: "Open long", found: "ended" },
    as: { type: "open_long", size: "0.0160", status: "filled", presetStopLossPrice: "59000.0" },
  },
  {
    name: "a trigger order at market",
    ...{ kind: "Trigger", trigger: "61000", size: "0.017", button: "Open long", found: "waiting" },
    as: { type: "1", triggerPrice: "61000.0", size: "0.0170", price: "0.0" },
  },
  {
    name: "a trigger order at a price",
    ...{
      kind: "Trigger",
      trigger: "59000",
      price: "59100",
      size: "0.018",
      button: "Open short",
      found: "waiting",
    },
    as: { type: "2", triggerPrice: "59000.0", size: "0.0180", price: "59100.0" },
  },
  {
    name: "a close at a price",
    ...{
      side: "Close",
      kind: "Limit",
      price: "60200",
      size: "0.019",
      button: "Close long",
      found: "resting",
    },
    as: { type: "close_long", price: "60200.0", size: "0.0190" },
  },
  {
    name: "a close at market",
    ...{ side: "Close", kind: "Market", size: "0.021", button: "Close short", found: "ended" },
    as: { type: "close_short", size: "0.0210", status: "filled" },
  },
  {
    name: "a close that waits",
    ...{
      side: "Close",
      kind: "Trigger",
      trigger: "59500",
      size: "0.022",
      button: "Close long",
      found: "waiting",
    },
    as: { type: "3", triggerPrice: "59500.0", size: "0.0220" },
  },
];

describe.skipIf(isMissing)("every kind of order", { timeout: TEST_TIMEOUT_MS }, () => {
  const floor = useFloor();
  beforeEach(async () => {
    await floor.owner.orders.place({ ...book, type: "1", size: "0.2", match_price: "1" });
    await floor.owner.orders.place({ ...book, type: "2", size: "0.1", match_price: "1" });
  });

  test.each([
    ["by mouse", byMouse],
    ["by keys alone", byKeys],
  ] as const)("%s", async (_, send) => {
    for (const wish of WISHES) {
      await send(wish);
      await expect.poll(() => latest(wish), { message: wish.name }).toMatchObject(wish.as);
      await floor.page.getByRole("button", { name: "Sending…" }).waitFor({ state: "detached" }); // the page knows it, too
    }
  });

  /** The newest of its size, where it belongs. */
  async function latest({ found, size }: Wish): Promise<object | undefined> {
    const { orders, plans } = floor.owner;
    const rows =
      found === "resting"
        ? await orders.current({})
        : found === "waiting"
          ? await plans.current({})
          : await orders.history({ pageSize: 20 });
    return rows.find((row) => Number(row.size) === Number(size));
  }

  async function byMouse(wish: Wish): Promise<void> {
    const ticket = floor.page.locator("#panel-ticket");
    const choose = (name: string | RegExp) =>
      ticket.getByRole("radio", typeof name === "string" ? { name, exact: true } : { name }).click();
    const field = (label: string | RegExp, text: string) =>
      ticket.getByLabel(label, { exact: true }).fill(text);
    await choose(wish.side ?? "Open");
    await choose(wish.kind);
    if (wish.trigger !== undefined) await field("Trigger price USDT", wish.trigger);
    if (wish.kind !== "Market") await field(/^Price USDT/, wish.price ?? "");
    await field("Size", wish.size);
    if (wish.kind === "Limit") await choose(new RegExp(`^${wish.time ?? "GTC"}`));
    const box = ticket.getByText("Take profit, stop loss");
    const wants = wish.takeProfit !== undefined || wish.stopLoss !== undefined;
    if ((await box.count()) > 0) {
      const isOn = await ticket.getByRole("checkbox").isChecked();
      if (isOn !== wants) await box.click();
    }
    if (wants) {
      await field("Take profit", wish.takeProfit ?? "");
      await field("Stop loss", wish.stopLoss ?? "");
    }
    await ticket.getByRole("button", { name: wish.button }).click();
  }

  async function byKeys(wish: Wish): Promise<void> {
    const keys = new Keyboard(floor.page);
    await keys.chord("g", "k"); // what had the focus is a button: keys are not text there
    await keys.choose("Open or close", new RegExp(`^${wish.side ?? "Open"}$`));
    await keys.choose("Kind of order", new RegExp(`^${wish.kind}$`));
    if (wish.trigger !== undefined) await keys.type(/^Trigger price USDT/, wish.trigger);
    if (wish.kind !== "Market") {
      await keys.type(/^Price USDT/, wish.price ?? "");
      if (wish.price === undefined) await keys.press("Delete");
    }
    await keys.type(/^Size$/, wish.size);
    const wants = wish.takeProfit !== undefined || wish.stopLoss !== undefined;
    if (wish.kind !== "Trigger" && wish.side !== "Close") {
      await keys.tabTo(/^Take profit, stop loss/);
      const isOn = await floor.page.locator("#panel-ticket").getByRole("checkbox").isChecked();
      if (isOn !== wants) await keys.press("Space");
    }
    if (wants) {
      await keys.type(/^Take profit$/, wish.takeProfit ?? "");
      if (wish.takeProfit === undefined) await keys.press("Delete");
      await keys.type(/^Stop loss$/, wish.stopLoss ?? "");
      if (wish.stopLoss === undefined) await keys.press("Delete");
    }
    if (wish.kind === "Limit") await keys.choose("Time in force", new RegExp(`^${wish.time ?? "GTC"}`));
    await keys.tabTo(new RegExp(`^${wish.button}`));
    await keys.press("Enter");
    await keys.expectFocus();
  }
});
