import { afterAll, beforeAll, expect, test } from "vitest";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import { AccountMirror } from "../venue/accountMirror.ts";
import type { Client } from "../venue/client.ts";
import type { Message } from "../venue/pushes.ts";
import { Pushes } from "../venue/pushes.ts";
import type { Stage } from "./seed-venue.ts";
import { BTC, ETH, openStage } from "./seed-venue.ts";

/**
 * Who begins with REST and then sees nothing but the private sockets knows the account as REST shows it, to
 * the last digit, whatever happens to it and whenever the connection breaks.
 */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.venue.stop());

test.each([1, 2, 3, 4, 5, 6])(
  "pushes rebuild what REST shows, dropped sockets and all: seed %i",
  async (seed) => {
    const draw = drawing(seed);
    let seen = await attach();
    for (let i = 0; i < 80; i++) {
      if (draw.below(20) === 0) {
        seen.socket.close();
        await seen.socket.closed;
        const meanwhile = Promise.all([act(draw), act(draw), act(draw)]); // while the account is read
        seen = await attach();
        await meanwhile;
      } else {
        await act(draw);
      }
    }
    const mirror = await seen.mirrored();
    const rest = new AccountMirror();
    await read(rest);
    expect(rows(mirror.orders.values(), orderFields)).toEqual(rows(rest.orders.values(), orderFields));
    expect(rows(mirror.positions.values(), positionFields)).toEqual(
      rows(rest.positions.values(), positionFields),
    );
    expect(rows(mirror.entries(), collateralFields)).toEqual(rows(rest.entries(), collateralFields));
    expect(mirror.version).toBeLessThanOrEqual(rest.version);
    seen.socket.close();
  },
);

/**
 * As docs/reference/account-pushes.md says: subscribe, read by REST, then apply what is newer than what was
 * read.
 */
async function attach() {
  const socket = new Pushes(stage.venue.wsUrl, "/v2/ws/private", stage.alice.key);
  await socket.subscribe("account", "positions", "fill", "orders");
  const mirror = new AccountMirror();
  await read(mirror);
  const from = mirror.version;
  return {
    socket,
    async mirrored(): Promise<AccountMirror> {
      await socket.caughtUp();
      for (const push of socket.messages) if (push.msg?.version > from) mirror.take(push);
      return mirror;
    },
  };
}

interface Drawing {
  below(bound: number): number;
  pick<T>(all: readonly T[]): T;
}

function drawing(seed: number): Drawing {
  const rng = new SeededRng(seed);
  return { below: (bound) => rng.below(bound), pick: (all) => all[rng.below(all.length)]! };
}

const KINDS = [
  "order",
  "order",
  "order",
  "order",
  "order",
  "plan",
  "close",
  "cancel",
  "mode",
  "price",
  "margin",
] as const;

/** Something that may or may not succeed, of one of two accounts that trade with each other. */
async function act({ below, pick }: Drawing): Promise<void> {
  const who = pick([stage.alice, stage.bob]);
  const symbol = pick([BTC, ETH]);
  const around = symbol === BTC ? 60_000 : 3_000;
  const price = (around + below(21) - 10).toFixed(1);
  const order = {
    symbol,
    client_oid: "",
    size: pick(["0.01", "0.1"]),
    type: pick(["1", "2", "3", "4"]),
    order_type: pick(["0", "0", "1", "3"]),
    match_price: pick(["0", "0", "1"]),
    price,
    marginMode: pick([1, 3]),
  };
  const after = pick([-5, 5]);
  const move = pick([-3, 0, 3]);
  const mode = { marginMode: pick([1, 3]), separatedMode: pick([1, 2]) };
  switch (pick(KINDS)) {
    case "order":
      await who.post("order/placeOrder", order);
      return;
    case "plan":
      await who.post("order/plan_order", {
        ...order,
        match_type: order.match_price,
        execute_price: price,
        trigger_price: String(around + after),
      });
      return;
    case "close":
      await who.post("order/closePositions", { symbol });
      return;
    case "cancel":
      await who.post("order/cancelAllOrders", { symbol, cancelOrderType: pick(["normal", "plan"]) });
      return;
    case "mode":
      await who.post("account/position/changeHoldModel", { symbol, ...mode });
      return;
    case "price":
      await stage.price(symbol, around + move);
      return;
    case "margin": {
      const { body } = await who.get("account/position/allPosition");
      for (const { id } of body) {
        await who.post("account/adjustMargin", { isolatedPositionId: id, collateralAmount: "1" });
      }
    }
  }
}

/**
 * Reads an account by REST, in the words of pushes: the account list first, so that its version is the
 * smallest.
 */
async function read(mirror: AccountMirror): Promise<void> {
  const who: Client = stage.alice;
  const accounts = await who.get("account/getAccounts");
  const [positions, orders, plans] = await Promise.all([
    who.get("account/position/allPosition"),
    who.get("order/current?limit=100"),
    who.get("order/currentPlan?limit=100"),
  ]);
  mirror.version = Number(accounts.body.version);
  for (const { coin: coinId, ...rest } of accounts.body.collateral) {
    const each = { coinId, ...camels(rest) };
    mirror.collateral.set(each.isolatedPositionId, each);
  }
  for (const row of positions.body) {
    mirror.positions.set(String(row.id), { ...camels(row), contractId: row.symbol });
  }
  for (const row of plans.body) mirror.orders.set(row.order_id, order(row, "UNTRIGGERED"));
  for (const row of orders.body) mirror.orders.set(row.order_id, order(row, row.status.toUpperCase()));
}

function camels(row: object): Message {
  const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), String(value)]));
}

function order(row: Message, status: string): Message {
  return {
    id: row.order_id,
    contractId: row.symbol,
    size: row.size,
    price: row.price,
    cumFillSize: row.filled_qty,
    cumFillFee: row.fee,
    clientOrderId: row.client_oid,
    status,
  };
}

function rows(all: Iterable<Message>, fields: readonly string[]): readonly string[] {
  return [...all].map((row) => JSON.stringify(fields.map((field) => row[field]))).sort();
}

const orderFields = [
  "id",
  "contractId",
  "size",
  "price",
  "cumFillSize",
  "clientOrderId",
  "status",
  "cumFillFee",
];
const positionFields = [
  "id",
  "contractId",
  "side",
  "size",
  "openValue",
  "openFee",
  "fundingFee",
  "isolatedMargin",
  "leverage",
  "marginMode",
  "separatedMode",
  "cumOpenSize",
  "cumCloseSize",
  "cumCloseValue",
  "updatedMatchSequenceId",
  "createdMatchSequenceId",
  "updatedTime",
];
const collateralFields = [
  "isolatedPositionId",
  "amount",
  "marginMode",
  "legacyAmount",
  "cumDepositAmount",
  "cumTransferInAmount",
  "cumMarginMoveInAmount",
  "cumMarginMoveOutAmount",
  "cumPositionOpenLongAmount",
  "cumPositionOpenShortAmount",
  "cumPositionCloseLongAmount",
  "cumPositionCloseShortAmount",
  "cumPositionFillFeeAmount",
  "cumPositionFundingAmount",
  "updatedTime",
];
