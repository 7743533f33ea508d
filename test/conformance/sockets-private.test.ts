import { Value } from "typebox/value";
import { afterEach, beforeEach, expect, test } from "vitest";
import { v2 } from "../../src/interface/wire/index.ts";
import type { Client } from "../venue/client.ts";
import { placeFor } from "../venue/placeLimit.ts";
import type { Message } from "../venue/pushes.ts";
import { Pushes } from "../venue/pushes.ts";
import type { Stage } from "./seed-venue.ts";
import { ALICE, BTC, ETH, openStage } from "./seed-venue.ts";

/**
 * What an account sees of itself on the private sockets of V2: every channel, every field, every kind of
 * event.
 */

let stage: Stage;
const open: Pushes[] = [];
const CHANNELS = ["account", "positions", "fill", "orders"] as const;

beforeEach(async () => {
  stage = await openStage();
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.close();
  await stage.venue.stop();
});

async function follow(who: Client, ...channels: readonly string[]): Promise<Pushes> {
  const socket = new Pushes(stage.venue.wsUrl, "/v2/ws/private", who.key);
  open.push(socket);
  return socket.subscribe(...(channels.length === 0 ? CHANNELS : channels));
}

/** What was pushed since the last call, in order. */
async function pushed(socket: Pushes): Promise<readonly Message[]> {
  await socket.caughtUp();
  const pushes = socket.messages.filter((each) => each.event === "payload");
  socket.messages.length = 0;
  return pushes;
}

const told = ({ channel, msg }: Message) => `${channel} ${msg.msgEvent}`;

async function limit(who: Client, type: string, price: string, size = "0.1", more: object = {}) {
  return (await placeFor(who, { size, type, price, ...more })).order_id;
}

const OPEN_LONG = "1";
const OPEN_SHORT = "2";

/** Alice holds a long position in BTC, against Bob. */
async function openPosition(): Promise<void> {
  await limit(stage.alice, OPEN_LONG, "60000");
  await limit(stage.bob, OPEN_SHORT, "60000");
}

/** Alice's positions in ETH have a margin of their own. */
async function isolate(): Promise<void> {
  const mode = { symbol: ETH, marginMode: 3, separatedMode: 1 };
  expect(await stage.alice.post("account/position/changeHoldModel", mode)).toMatchObject({ status: 200 });
}

test("an order's life: pending, open, filled; fill, position and collateral under the order's version", async () => {
  const alice = await follow(stage.alice);
  const order = await limit(stage.alice, OPEN_LONG, "60000");
  const placed = await pushed(alice);
  expect(placed.map(told)).toEqual(["orders OrderUpdate", "orders OrderUpdate"]);
  expect(placed.map(({ msg }) => msg.data.order[0].status)).toEqual(["PENDING", "OPEN"]);
  const first = placed[0].msg.data.order[0];
  expect(first).toMatchObject({
    id: order,
    coinId: "USDT",
    contractId: BTC,
    marginMode: "SHARED",
    positionSide: "LONG",
    orderSide: "BUY",
    price: "60000.0",
    size: "0.1000",
    clientOrderId: order,
    type: "LIMIT",
    timeInForce: "GOOD_TIL_CANCEL",
    reduceOnly: false,
    triggerPrice: "0",
    triggerPriceType: "UNKNOWN_PRICE_TYPE",
    orderSource: "API",
    leverage: "20.00",
    takerFeeRate: "0.0006",
    makerFeeRate: "0.0002",
    feeDiscount: "1",
    cancelReason: "UNKNOWN_ORDER_CANCEL_REASON",
    latestFillPrice: "0",
    cumFillSize: "0",
  });

  await limit(stage.bob, OPEN_SHORT, "60000", "0.04");
  await limit(stage.bob, OPEN_SHORT, "59990", "0.06");
  const filled = await pushed(alice);
  expect(filled.map(told)).toEqual([
    "account OrderUpdate",
    "positions OrderUpdate",
    "fill OrderUpdate",
    "orders OrderUpdate",
    "account OrderUpdate",
    "positions OrderUpdate",
    "fill OrderUpdate",
    "orders OrderUpdate",
  ]);
  const versions = filled.map(({ msg }) => msg.version);
  expect(new Set(versions.slice(0, 4)).size).toBe(1);
  const [account, position, fill, last] = filled
    .slice(4)
    .map(({ msg }) => Object.values(msg.data)[0] as Message);
  expect(last[0]).toMatchObject({ status: "FILLED", cumFillSize: "0.1000", latestFillPrice: "60000.0" });
  expect(fill[0]).toMatchObject({
    orderId: order,
    fillSize: "0.0600",
    fillValue: "3600",
    fillFee: "0.72",
    realizePnl: "0",
    direction: "MAKER",
    positionSide: "LONG",
    orderSide: "BUY",
  });
  expect(position[0]).toMatchObject({ side: "LONG", size: "0.1000", openValue: "6000", openFee: "1.2" });
  expect(account[0]).toMatchObject({
    coinId: "USDT",
    isolatedPositionId: "0",
    amount: "93998.8",
    cumPositionOpenLongAmount: "6000",
    cumPositionFillFeeAmount: "1.2",
  });
  const { body } = await stage.alice.get("account/getAccounts");
  expect(body.version).toBe(String(versions.at(-1)));
});

test("every push has exactly the fields of its list", async () => {
  const alice = await follow(stage.alice);
  await limit(stage.alice, OPEN_LONG, "59500", "0.1", {
    presetTakeProfitPrice: "62000",
    presetStopLossPrice: "58000",
  });
  await limit(stage.bob, OPEN_SHORT, "59100", "0.1", { match_price: "1" });
  const pushes = await pushed(alice);
  expect(new Set(pushes.map(({ channel }) => channel))).toEqual(new Set(CHANNELS));
  for (const push of pushes) {
    const { key, push: shape } = v2.privateChannels[push.channel as v2.PrivateChannel];
    expect([...Value.Errors(shape, push)]).toEqual([]);
    expect(Object.keys(push)).toEqual(["type", "channel", "event", "msg"]);
    expect(Object.keys(push.msg)).toEqual(["msgEvent", "version", "data", "time"]);
    expect(Object.keys(push.msg.data)).toEqual([key]);
    const { items } = shape.properties.msg.properties.data.properties[key as never] as {
      items: { properties: object; required: readonly string[] };
    };
    for (const row of push.msg.data[key]) {
      const fields = Object.keys(row);
      expect(fields).toEqual(expect.arrayContaining([...items.required]));
      expect(Object.keys(items.properties)).toEqual(expect.arrayContaining(fields));
    }
  }
  const carrier = pushes.flatMap(({ msg }) => msg.data.order ?? []).find((each) => each.setOpenTp);
  expect(carrier).toMatchObject({
    setOpenSl: true,
    openTpParam: { triggerPrice: "62000.0", triggerPriceType: "LAST_PRICE", type: "TAKE_PROFIT_MARKET" },
    openSlParam: { triggerPrice: "58000.0", type: "STOP_MARKET" },
  });
  const child = pushes
    .flatMap(({ msg }) => msg.data.order ?? [])
    .find((each) => each.openTpslParentOrderId === carrier.id);
  expect(child).toMatchObject({ status: "UNTRIGGERED", reduceOnly: true, triggerPriceType: "LAST_PRICE" });
});

test("an alias is acknowledged and pushed under the name that was asked for", async () => {
  const alice = await follow(stage.alice, "order", "position", "trade");
  await limit(stage.alice, OPEN_LONG, "59500");
  await limit(stage.bob, OPEN_SHORT, "59100", "0.1", { match_price: "1" });
  const pushes = await pushed(alice);
  expect(new Set(pushes.map(({ channel }) => channel))).toEqual(new Set(["order", "position", "trade"]));
  expect(pushes.find(({ channel }) => channel === "trade").msg.data.orderFillTransaction).toHaveLength(1);
});

test("money that comes, goes and waits has a push with its name", async () => {
  const alice = await follow(stage.alice, "account");
  await stage.control("money/deposit", { account: "alice", amount: "10" });
  await stage.control("money/withdraw", { account: "alice", amount: "4" });
  await stage.control("money/move", { movement: "transfer", from: "alice", to: "bob", amount: "3" });
  await stage.control("money/move", { movement: "transfer", from: "bob", to: "alice", amount: "2" });
  await stage.control("money/begin", { movement: "deposit", to: "alice", amount: "7" });
  const pushes = await pushed(alice);
  expect(pushes.map(({ msg }) => msg.msgEvent)).toEqual([
    "DepositUpdate",
    "WithdrawUpdate",
    "TransferOutUpdate",
    "TransferInUpdate",
    "DepositUpdate",
  ]);
  expect(pushes.at(-1).msg.data.collateral[0]).toMatchObject({
    pendingDepositAmount: "7",
    cumTransferInAmount: "2",
    cumTransferOutAmount: "3",
    cumWithdrawAmount: "4",
  });
});

test("margin and leverage: the positions concerned are pushed; a profile keeps leverage silent", async () => {
  await openPosition();
  await isolate();
  const alice = await follow(stage.alice);
  await placeFor(stage.alice, { symbol: ETH, marginMode: 3, size: "1", type: OPEN_LONG, price: "3000" });
  await stage.bob.post("order/placeOrder", {
    symbol: ETH,
    client_oid: "",
    size: "1",
    type: OPEN_SHORT,
    order_type: "0",
    match_price: "1",
  });
  const opened = await pushed(alice);
  const position = opened.flatMap(({ msg }) => msg.data.position ?? []).at(-1);
  expect(position).toMatchObject({ marginMode: "ISOLATED", contractId: ETH, size: "1.000" });
  expect(opened.flatMap(({ msg }) => msg.data.collateral ?? [])).toEqual(
    expect.arrayContaining([expect.objectContaining({ isolatedPositionId: position.id })]),
  );
  const margin = await stage.alice.post("account/adjustMargin", {
    isolatedPositionId: position.id,
    collateralAmount: "50",
  });
  expect(margin.status).toBe(200);
  const moved = await pushed(alice);
  expect(moved.map(told)).toEqual(["account AccountUpdate", "positions AccountUpdate"]);
  expect(moved[0].msg.data.collateral.map((each: Message) => each.isolatedPositionId)).toEqual([
    "0",
    position.id,
  ]);

  await stage.alice.post("account/leverage", { symbol: BTC, marginMode: 1, longLeverage: "10" });
  const leverage = await pushed(alice);
  expect(leverage.map(told)).toEqual(["account AccountUpdate", "positions AccountUpdate"]);
  expect(leverage[1].msg.data.position[0]).toMatchObject({ contractId: BTC, leverage: "10.00" });
  const quiet = await follow(await stage.readerOf("quiet", ALICE, "seed,leveragePush=silent"));
  await stage.alice.post("account/leverage", { symbol: BTC, marginMode: 1, longLeverage: "20" });
  expect(await pushed(alice)).toHaveLength(2);
  expect(await pushed(quiet)).toEqual([]);
});

test("funding: account and positions under one version", async () => {
  await openPosition();
  const alice = await follow(stage.alice);
  await stage.control("funding/settle", { symbol: BTC });
  const pushes = await pushed(alice);
  expect(pushes.map(told)).toEqual(["account PositionFundingSettle", "positions PositionFundingSettle"]);
  expect(pushes[0].msg.version).toBe(pushes[1].msg.version);
  expect(pushes[1].msg.data.position[0].fundingFee).toMatch(/^-/);
});

test("liquidation: a start that shows it, the orders of the ladder, a finish", async () => {
  await openPosition();
  const alice = await follow(stage.alice);
  await stage.control("accounts/liquidate", { account: "alice" });
  const pushes = await pushed(alice);
  const events = pushes.map(({ msg }) => msg.msgEvent);
  expect(events[0]).toBe("StartLiquidate");
  expect(pushes[0].msg.data.collateral[0].liquidating).toBe(true);
  expect(events).toContain("OrderUpdate");
  const finish = pushes.findLast(({ msg }) => msg.msgEvent === "FinishLiquidate");
  expect(finish.msg.data.collateral[0].liquidating).toBe(false);
  expect(new Set(pushes.map(({ msg }) => msg.version)).size).toBe(1);
});

test("auto-deleveraging: the counterparty sees the venue's order, the fill, the position, the collateral", async () => {
  await isolate();
  for (const [who, type, marginMode] of [
    [stage.alice, OPEN_LONG, 3],
    [stage.bob, OPEN_SHORT, 1],
  ] as const) {
    await placeFor(who, { symbol: ETH, marginMode, size: "2", type, price: "3000" });
  }
  const bob = await follow(stage.bob);
  await stage.control("accounts/deleverage", { account: "alice", symbol: ETH, leg: "long", size: "1" });
  const pushes = await pushed(bob);
  expect(new Set(pushes.map(told))).toEqual(new Set(CHANNELS.map((channel) => `${channel} OrderUpdate`)));
  expect(new Set(pushes.map(({ msg }) => msg.version)).size).toBe(1);
  const order = pushes.flatMap(({ msg }) => msg.data.order ?? []).at(-1);
  expect(order).toMatchObject({
    orderSource: "SYSTEM",
    status: "FILLED",
    reduceOnly: true,
    cumFillSize: "1.000",
  });
  const fill = pushes.flatMap(({ msg }) => msg.data.orderFillTransaction ?? [])[0];
  expect(fill).toMatchObject({ orderId: order.id, fillSize: "1.000", fillFee: "0" });
});
