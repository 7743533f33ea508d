import { describe, expect, it } from "vitest";
import { btc, eth } from "../../../../test/core/contracts.ts";
import { Driver, money, placeOrder } from "../../../../test/core/driver.ts";
import {
  CLOSE_LONG,
  CLOSE_SHORT,
  FEE_ACCOUNT,
  IOC,
  ISOLATED,
  LONG,
  MOVE_WITHDRAW,
  OPEN_LONG,
  OPEN_SHORT,
  SEPARATED,
  SHARED,
  TRIGGER_ON_MARK,
} from "../data/codes.ts";
import { NO_PRESETS } from "../data/messages/command.ts";

const NOBODY: number = 99;

const MARK_60000 = 60_000_000;

/**
 * Alice is long 0.3 from 60 000 at leverage 20, Bob short, after the steps of the worked ledger (without
 * funding).
 */
function workedLedger() {
  const venue = new Driver();
  const alice = venue.user("alice", 10_000);
  const bob = venue.user("bob", 50_000);
  venue.index(MARK_60000);
  venue.trade(alice, bob, 600_000, 5_000);
  venue.index(60_600_000);
  return { venue, alice, bob };
}

function closedPart() {
  const setup = workedLedger();
  const { venue, alice, bob } = setup;
  venue.order({ account: alice, action: CLOSE_LONG, price: 606_000, size: 2_000 });
  venue.order({ account: bob, action: CLOSE_SHORT, price: 606_000, size: 2_000 });
  return setup;
}

const sharedEntry = (venue: Driver, account: number) => venue.ask({ type: "account", account })!.entries[0]!;

describe("the worked ledger", () => {
  it("moves amounts by the full value, wallets by fees", () => {
    const { venue, alice, bob } = workedLedger();
    expect(sharedEntry(venue, alice)).toMatchObject({ amount: money("-20018"), legacy: money("9982") });
    expect(sharedEntry(venue, bob)).toMatchObject({ amount: money("79994"), legacy: money("49994") });
    expect(sharedEntry(venue, FEE_ACCOUNT).amount).toBe(money("24"));
    expect(venue.ask({ type: "assets", account: alice })).toMatchObject({
      wallet: money("9982"),
      unrealized: money("300"),
      equity: money("10282"),
    });
    expect(venue.ask({ type: "assets", account: bob })?.equity).toBe(money("49694"));
  });

  it("keeps the counters of each side", () => {
    const { venue, alice, bob } = closedPart();
    expect(sharedEntry(venue, alice)).toMatchObject({
      amount: money("-7900.424"),
      counters: {
        deposit: money("10000"),
        openLong: money("30000"),
        closeLong: money("12120"),
        fillFee: money("20.424"),
        openShort: 0n,
      },
    });
    expect(sharedEntry(venue, bob).amount).toBe(money("67866.728"));
    expect(sharedEntry(venue, FEE_ACCOUNT)).toMatchObject({
      amount: money("33.696"),
      counters: { fillFeeIncome: money("33.696") },
    });
    expect(venue.ask({ type: "totals" }).money).toBe(0n);
  });

  it("leaves the rest of the position", () => {
    const { venue, alice } = closedPart();
    const [position] = venue.ask({ type: "positions", account: alice, contract: 0 });
    expect(position).toMatchObject({
      leg: LONG,
      size: 3_000,
      reserved: 0,
      leverage: 2_000,
      marginMode: SHARED,
      isolatedMargin: 0n,
      openValue: money("18000"),
      openFee: money("10.8"),
      unrealized: money("180"),
      margin: money("909"),
      cumOpenSize: 5_000,
      cumCloseSize: 2_000,
      cumCloseValue: money("12120"),
      cumCloseFee: money("2.424"),
      maintenance: money("83.628"), // 18 180 × 0.46 %
      liquidationPrice: 264_565, // 7900.424 / (0.3 · 0.9954) = 26456.47, up
    });
    expect(venue.ask({ type: "contracts" })[0]).toMatchObject({ openInterest: 3_000, last: 606_000 });
  });

  it("leaves available what margin and orders leave", () => {
    const { venue, alice } = closedPart();
    venue.order({ account: alice, action: OPEN_LONG, price: 600_000, size: 1_000 });
    expect(venue.ask({ type: "assets", account: alice })).toMatchObject({
      frozen: money("303.6"), // 300 + 3.6, better than the mark: no loss
      positionMargin: money("909"),
      available: money("9066.976"), // 10279.576 − 909 − 303.6
      withdrawable: money("8886.976"), // the wallet instead of the equity: less 180
      maintenance: money("83.628"),
    });
  });
});

describe("order margin at a mark of 59 800, leverage 20, size 0.5", () => {
  const rows: [action: number, price: number, frozen: string][] = [
    [OPEN_LONG, 600_000, "1618"],
    [OPEN_SHORT, 597_000, "1562.94"],
    [OPEN_SHORT, 601_000, "1520.53"],
  ];
  it.each(rows)("action %i at %i ticks freezes %s", (action, price, frozen) => {
    const venue = new Driver();
    const alice = venue.user("alice", 10_000);
    venue.index(59_800_000);
    venue.order({ account: alice, action, price, size: 5_000 });
    expect(venue.ask({ type: "assets", account: alice })?.frozen).toBe(money(frozen));
  });
});

describe("an isolated position of 0.1 @60000, 10x", () => {
  function isolated() {
    const venue = new Driver();
    const alice = venue.user("alice", 1_000);
    const bob = venue.user("bob", 50_000);
    venue.index(MARK_60000);
    venue.mode(alice, ISOLATED);
    venue.leverage(alice, 1_000, 1_000, ISOLATED);
    venue.trade(alice, bob, 600_000, 1_000);
    return { venue, alice, bob };
  }

  it("holds its margin on an entry of its own", () => {
    const { venue, alice } = isolated();
    const [position] = venue.ask({ type: "positions", account: alice, contract: undefined });
    expect(position).toMatchObject({
      margin: money("600"),
      isolatedMargin: money("600"),
      maintenance: money("24"),
      liquidationPrice: 542_169,
    });
    const { entries } = venue.ask({ type: "account", account: alice })!;
    expect(entries.map(({ position, amount, legacy }) => ({ position, amount, legacy }))).toEqual([
      { position: 0, amount: money("396.4"), legacy: money("396.4") },
      { position: position?.position, amount: money("-5400"), legacy: money("600") },
    ]);
    expect(venue.ask({ type: "assets", account: alice })).toMatchObject({
      wallet: money("996.4"),
      unrealized: 0n,
      equity: money("996.4"),
      available: money("396.4"),
      maintenance: 0n,
      positionMargin: 0n,
    });
  });

  const closings: [price: number, mark: number, wallet: string, shared: string][] = [
    [610_000, 61_000_000, "360", "674.936"], // releases 278.536
    [540_000, 54_800_000, "358.704", "396.4"], // releases nothing
  ];
  it.each(closings)(
    "closing 0.04 at %i ticks releases what the rest does not need",
    (price, mark, wallet, shared) => {
      const { venue, alice, bob } = isolated();
      venue.index(mark);
      venue.order({ account: bob, action: CLOSE_SHORT, price, size: 400 });
      venue.order({ account: alice, action: CLOSE_LONG, price, size: 400 });
      const { entries } = venue.ask({ type: "account", account: alice })!;
      expect(entries[1]?.legacy).toBe(money(wallet));
      expect(entries[0]?.amount).toBe(money(shared));
    },
  );
});

describe("settings", () => {
  it("shows the contract's defaults where nothing was touched", () => {
    const venue = new Driver([btc, eth]);
    const alice = venue.user("alice");
    venue.leverage(alice, 500, 500, SHARED, 1);
    expect(venue.ask({ type: "account", account: alice })?.holdings).toEqual([
      {
        contract: 0,
        marginMode: SHARED,
        separatedMode: 1,
        cross: 2_000,
        isolatedLong: 2_000,
        isolatedShort: 2_000,
        fee: undefined,
        frozen: 0n,
        longFrozen: 0n,
        countdownDue: 0,
        countdownWhich: 0,
      },
      {
        contract: 1,
        marginMode: SHARED,
        separatedMode: 1,
        cross: 500,
        isolatedLong: 2_000,
        isolatedShort: 2_000,
        fee: undefined,
        frozen: 0n,
        longFrozen: 0n,
        countdownDue: 0,
        countdownWhich: 0,
      },
    ]);
  });

  it("knows nothing of what does not exist", () => {
    const venue = new Driver();
    expect(venue.ask({ type: "account", account: NOBODY })).toBeUndefined();
    expect(venue.ask({ type: "assets", account: 0 })).toBeUndefined();
    expect(venue.ask({ type: "depth", contract: 1, limit: 5 })).toBeUndefined();
    expect(venue.ask({ type: "order", account: 4, order: 7, clientId: "" })).toBeUndefined();
    expect(venue.ask({ type: "orders", account: NOBODY, contract: undefined, which: "all" })).toEqual([]);
    expect(venue.ask({ type: "positions", account: NOBODY, contract: undefined })).toEqual([]);
  });

  it("lists accounts with the venue's own first, and keys without the command's tag", () => {
    const venue = new Driver();
    const alice = venue.user("alice");
    const key = {
      key: "k",
      account: alice,
      permissions: 5,
      activeFrom: 0,
      expires: 0,
      sealedSecret: "s",
      passphraseHash: "p",
      label: "l",
      addresses: "",
      wireProfile: "",
    };
    venue.accept({ type: "addKey", ...key });
    venue.accept({ type: "disableKey", key: "k" });
    expect(venue.ask({ type: "keys" })).toEqual([{ ...key, disabled: true }]);
    expect(venue.ask({ type: "accounts" }).map(({ account, name }) => [account, name])).toEqual([
      [1, "external"],
      [2, "fees"],
      [3, "insurance fund"],
      [alice, "alice"],
    ]);
  });

  it("shows a movement on both sides while it is on its way", () => {
    const venue = new Driver();
    const alice = venue.user("alice", 100);
    const { id } = venue.accept({
      type: "beginMovement",
      movement: MOVE_WITHDRAW,
      from: alice,
      to: 1,
      amount: money("30"),
    });
    expect(venue.ask({ type: "pendingMovements" })).toEqual([
      { id, movement: MOVE_WITHDRAW, from: alice, to: 1, amount: money("30") },
    ]);
    expect(sharedEntry(venue, alice).pendingWithdraw).toBe(money("30"));
    expect(venue.ask({ type: "assets", account: alice })?.available).toBe(money("70"));
  });
});

describe("orders and depth", () => {
  function resting() {
    const venue = new Driver();
    const alice = venue.user("alice", 10_000);
    venue.index(MARK_60000);
    const place = (action: number, price: number, size: number, clientId = "") =>
      venue.order({ account: alice, action, price, size, clientId }).id;
    const ids = [
      place(OPEN_LONG, 599_990, 10, "a"),
      place(OPEN_SHORT, 600_010, 20),
      place(OPEN_LONG, 599_990, 5),
    ];
    const plan = venue.accept({
      type: "placePlan",
      ...NO_PRESETS,
      position: 0,
      account: alice,
      contract: 0,
      action: OPEN_LONG,
      market: true,
      price: 0,
      size: 3,
      triggerPrice: 601_000,
      triggerSource: TRIGGER_ON_MARK,
      marginMode: 0,
      requestHash: 0,
      clientId: "",
    }).id;
    return { venue, alice, ids, plan };
  }

  it("lists live orders newest first, resting and waiting ones apart", () => {
    const { venue, alice, ids, plan } = resting();
    const listed = (which: "resting" | "plan" | "all") =>
      venue.ask({ type: "orders", account: alice, contract: 0, which }).map((each) => each.order);
    expect(listed("resting")).toEqual(ids.toReversed());
    expect(listed("plan")).toEqual([plan]);
    expect(listed("all")).toEqual([plan, ...ids.toReversed()]);
    expect(venue.ask({ type: "allOrders" }).map((each) => each.order)).toEqual([...ids, plan]);
    expect(venue.ask({ type: "order", account: alice, order: 0, clientId: "a" })?.order).toBe(ids[0]);
    expect(venue.ask({ type: "order", account: alice, order: plan, clientId: "" })?.triggerPrice).toBe(
      601_000,
    );
    expect(venue.ask({ type: "order", account: 1, order: plan, clientId: "" })).toBeUndefined();
  });

  it("sums a level, best first, and shows the best and the band with the contract", () => {
    const { venue } = resting();
    expect(venue.ask({ type: "depth", contract: 0, limit: 1 })).toEqual({
      contract: 0,
      bids: [{ price: 599_990, size: 15 }],
      asks: [{ price: 600_010, size: 20 }],
    });
    expect(venue.ask({ type: "contracts" })[0]).toMatchObject({
      bestBid: 599_990,
      bestAsk: 600_010,
      buyMax: 609_000,
      sellMin: 591_000,
      mark: MARK_60000,
    });
  });
});

describe("the largest size that could be opened", () => {
  const open = (venue: Driver, account: number, action: number, price: number) =>
    venue.ask({ type: "maxOpen", account, contract: 0, action, price });

  it("is the last one accepted", () => {
    const venue = new Driver();
    const alice = venue.user("alice", 1_000);
    venue.index(59_800_000);
    const most = open(venue, alice, OPEN_LONG, 600_000);
    expect(most).toBe(3_090); // 1000 / 0.3236 a lot
    const order = { account: alice, action: OPEN_LONG, price: 600_000 };
    expect(venue.refuse(placeOrder({ ...order, size: most + 1 })).type).toBe("marginInsufficient");
    venue.order({ ...order, size: most });
  });

  it("ends with the tier, what orders would open included", () => {
    const venue = new Driver();
    const alice = venue.user("alice", 100_000_000);
    venue.index(MARK_60000);
    venue.leverage(alice, 5_000); // at most 1 000 000: 16.6666
    expect(open(venue, alice, OPEN_LONG, 600_000)).toBe(166_666);
    venue.order({ account: alice, action: OPEN_SHORT, price: 600_000, size: 66_666 });
    expect(open(venue, alice, OPEN_LONG, 600_000)).toBe(100_000);
    expect(
      venue.refuse(placeOrder({ account: alice, action: OPEN_LONG, price: 599_000, size: 100_001 })).type,
    ).toBe("tierExceeded");
  });

  it("is 0 where the mark has carried what is held past the tier, in separated mode too", () => {
    const venue = new Driver();
    const [alice, bob] = [venue.user("alice", 1_000_000), venue.user("bob", 10_000_000)];
    venue.index(MARK_60000);
    venue.mode(alice, ISOLATED, SEPARATED);
    venue.leverage(alice, 5_000, 5_000, ISOLATED);
    venue.trade(alice, bob, 600_000, 166_000);
    venue.index(60_600_000);
    for (const price of [606_000, 0]) expect(open(venue, alice, OPEN_LONG, price)).toBe(0);
    const order = placeOrder({ account: alice, action: OPEN_LONG, price: 606_000, size: 1 });
    expect(venue.refuse(order).type).toBe("tierExceeded");
  });

  it("at market is what the book has within the protection price and the margin covers", () => {
    const venue = new Driver();
    const [alice, bob] = [venue.user("alice", 1_000), venue.user("bob", 100_000)];
    venue.index(MARK_60000);
    expect(open(venue, alice, OPEN_LONG, 0)).toBe(0);
    venue.order({ account: bob, action: OPEN_SHORT, price: 600_100, size: 1_000 });
    expect(open(venue, alice, OPEN_LONG, 0)).toBe(1_000);
    venue.order({ account: bob, action: OPEN_SHORT, price: 605_000, size: 5_000 });
    const most = open(venue, alice, OPEN_LONG, 0);
    const order = { account: alice, action: OPEN_LONG, price: 0, timeInForce: IOC };
    expect(venue.refuse(placeOrder({ ...order, size: most + 1 })).type).toBe("marginInsufficient");
    expect(venue.order({ ...order, size: most }).id).toBeGreaterThan(0);
  });

  it("at market passes over the account's own orders, which it will not fill with", () => {
    const venue = new Driver();
    const [alice, bob] = [venue.user("alice", 10_000), venue.user("bob", 10_000)];
    venue.index(MARK_60000);
    venue.order({ account: alice, action: OPEN_SHORT, price: 600_100, size: 7 });
    venue.order({ account: bob, action: OPEN_SHORT, price: 600_200, size: 11 });
    expect(open(venue, alice, OPEN_LONG, 0)).toBe(11);
  });

  it("is 0 for a close, without a mark, and for nobody", () => {
    const venue = new Driver();
    const alice = venue.user("alice", 1_000);
    expect(open(venue, alice, OPEN_LONG, 600_000)).toBe(0);
    venue.index(MARK_60000);
    expect(open(venue, alice, CLOSE_LONG, 600_000)).toBe(0);
    expect(open(venue, 99, OPEN_LONG, 600_000)).toBe(0);
  });
});

it("shows what close orders reserve, of a leg or of one separated position", () => {
  const venue = new Driver();
  const [alice, bob] = [venue.user("alice", 10_000), venue.user("bob", 10_000)];
  venue.index(MARK_60000);
  venue.mode(alice, SHARED, SEPARATED);
  for (const size of [30, 20]) {
    venue.trade(alice, bob, 600_000, size);
  }
  const reserved = (account: number) =>
    venue.ask({ type: "positions", account, contract: 0 }).map((each) => each.reserved);
  const [, second] = venue.ask({ type: "positions", account: alice, contract: 0 });
  venue.order({ account: alice, action: CLOSE_LONG, price: 600_500, size: 15, position: second!.position });
  venue.order({ account: bob, action: CLOSE_SHORT, price: 599_500, size: 40 });
  expect(reserved(alice)).toEqual([0, 15]);
  expect(reserved(bob)).toEqual([40]);
});
