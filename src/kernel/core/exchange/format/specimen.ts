import {
  ACCOUNT_HOUSE,
  ACCOUNT_USER,
  BUY,
  CANCEL_NORMAL_ORDERS,
  CHANGE_RESET,
  CLOSE_LONG,
  COMBINED,
  CONTRACT_CANCEL_ONLY,
  CONTRACT_HALTED,
  CONTRACT_TRADING,
  DIRECT_FILL,
  DIRECT_LATE_PRESETS,
  DIRECT_LOSE_CANCEL,
  DIRECT_REJECT,
  EXTERNAL_ACCOUNT,
  GTC,
  HEDGE,
  IOC,
  ISOLATED,
  LONG,
  MATCH_QUEUE,
  MIRROR_REPORTED_BOUGHT,
  MIRROR_REPORTED_SOLD,
  MIRROR_SOLD,
  MOVE_DEPOSIT,
  NET_BUY,
  NET_SELL,
  ONE_WAY,
  OPEN_LONG,
  OPEN_SHORT,
  ownSelfTradeMode,
  PERMIT_READ,
  POST_ONLY,
  ROLE_OPERATE,
  ROLE_READ,
  SEPARATED,
  SHARED,
  STOP_LOSS_ON_MARK,
  STP_EXPIRE_MAKER,
  STP_EXPIRE_TAKER,
  TRIGGER_AT_OR_ABOVE,
  TRIGGER_ON_LAST,
  TRIGGER_ON_MARK,
} from "../../data/codes.ts";
import { blankOf, RecordBuffer, RecordView } from "../../data/encoding/layout.ts";
import type { CommandType, UncheckedCommand } from "../../data/messages/command.ts";
import { commandLayouts, encodeCommand } from "../../data/messages/command.ts";
import { eventLayouts } from "../../data/messages/event.ts";
import { HOUSE_MAKER } from "../../data/model/houseFields.ts";
import { LATENCY_TO_BOOK, LATENCY_TO_PUSH } from "../../data/model/latencyFields.ts";
import type { Action, Lots, Ticks, UncheckedAccount } from "../../data/units/kinds.ts";
import { actOf, termsOf } from "../../rules/operator/operators.ts";
import { Exchange } from "../exchange.ts";

/** Receives what executing the specimen produces, command by command and at the end. */
export interface SpecimenReader {
  command(type: CommandType, isAccepted: boolean, events: Uint8Array): void;
  state(snapshot: Uint8Array): void;
}

/**
 * Executes a small market in which every kind of command occurs. Its records and its snapshot are a specimen
 * of how this build stores things and of what its rules do: a program with another layout, or other rules,
 * gives other bytes.
 */
export function executeSpecimen(reader: SpecimenReader): void {
  const venue = new SpecimenVenue(reader);
  listAndOpen(venue);
  tradeAndWait(venue);
  payAndLose(venue);
  goThroughZero(venue);
  reader.state(venue.exchange.snapshot());
}

const START = 1_767_225_600_000;
const HOUR = 3_600_000;
const BTC: number = 0;
const ETH: number = 1;
const WHOLE = 100_000_000n;

/** The venue's usual terms: a price of 60 000 is 600 000 ticks, and a lot is 0.0001. */
const terms = {
  ...{ orderLotsMin: 1, orderLotsMax: 1_000_000_000, marketOpenLotsMax: 1_000_000_000 },
  ...{ positionLotsMax: 10_000_000_000, leverageMin: 100, leverageMax: 20_000, leverageDefault: 2_000 },
  ...{ bandBuyRate: 1_500_000, bandSellRate: 1_500_000, makerRate: 20_000, takerRate: 60_000 },
  ...{ liquidationFeeRate: 1_000_000, fundingIntervalMs: 8 * HOUR, interestRate: 10_000 },
  ...{ fundingClampRate: 50_000, fundingCapRate: 300_000, openOrdersMax: 200, apiTradable: true },
  tiers: [
    { boundUnits: 50_000, maintenanceRate: 400_000, leverageMax: 20_000 },
    { boundUnits: 50_000_000, maintenanceRate: 5_000_000, leverageMax: 1_000 },
  ],
};

/** An account that holds one net position buys 1 000 lots, and sells 2 000 at once. */
function goThroughZero(venue: SpecimenVenue): void {
  const net = venue.user("net", 10_000n);
  const seller = venue.user("facing net", 10_000n);
  venue.run("setAccount", { account: net, selfTradePrevention: STP_EXPIRE_MAKER, positionMode: ONE_WAY });
  for (const positionMode of [HEDGE, ONE_WAY]) venue.run("setPositionMode", { account: net, positionMode });
  venue.run("setMarginCall", { account: net, marginCallPercent: 80 });
  venue.index(600_000);
  venue.order(seller, OPEN_SHORT, 600_000, 1_000);
  venue.order(net, NET_BUY, 600_000, 1_000);
  venue.order(seller, OPEN_LONG, 600_000, 2_000);
  venue.order(net, NET_SELL, 600_000, 2_000);
}

/** Runs commands, one a frame, and tells the reader of each. */
class SpecimenVenue {
  readonly exchange = new Exchange();
  private readonly reader: SpecimenReader;
  private time = START;

  constructor(reader: SpecimenReader) {
    this.reader = reader;
  }

  /** @returns the first id that the command made */
  run<T extends CommandType>(type: T, fields: Partial<Extract<UncheckedCommand, { type: T }>>): number {
    const { exchange } = this;
    const buffer = new RecordBuffer(64);
    encodeCommand(
      { ...blankOf(commandLayouts[type]), type, ...fields } as unknown as UncheckedCommand,
      buffer,
    );
    exchange.beginFrame(exchange.seq + 1, this.time);
    exchange.execute(new RecordView(buffer.slice()), 0);
    this.reader.command(type, exchange.outcomeRejection === undefined, exchange.events.slice());
    return exchange.outcomeId;
  }

  wait(ms: number): void {
    this.time += ms;
    this.run("advanceTime", {});
  }

  user(name: string, units: bigint): number {
    const account = this.run("openAccount", { kind: ACCOUNT_USER, name });
    const amount = units * WHOLE;
    this.run("moveMoney", { movement: MOVE_DEPOSIT, from: EXTERNAL_ACCOUNT, to: account, amount });
    return account;
  }

  index(ticks: number, contract = BTC): void {
    this.run("setIndex", { prices: [{ contract, points: ticks * 100 }] });
  }

  order(account: UncheckedAccount, action: Action, price: Ticks, size: Lots, more: object = {}): number {
    const order = { account, contract: BTC, action, price, size, market: price === 0 };
    return this.run("placeOrder", { ...order, timeInForce: GTC, ...more });
  }
}

const MAKER: number = 4;
const TRADER: number = 5;
const AGENT: number = 6;

function listAndOpen(venue: SpecimenVenue): void {
  venue.run("openVenue", { seed: 7, name: "specimen", sealedSeed: "c2VhbGVk" });
  const grid = { lotStep: 1, priceStep: 1, quoteCoin: "USDT" };
  const btc = { ...grid, priceDecimals: 1, sizeDecimals: 4, contractsPerLot: 100 };
  venue.run("listContract", { ...terms, ...btc, symbol: "cmt_btcusdt", baseCoin: "BTC" });
  const eth = { ...grid, priceDecimals: 2, sizeDecimals: 3, contractsPerLot: 1_000 };
  venue.run("listContract", { ...terms, ...eth, symbol: "cmt_ethusdt", baseCoin: "ETH" });
  venue.run("changeContract", { ...terms, contract: ETH, anyway: false, takerRate: 50_000 });
  venue.user("maker", 1_000_000n);
  venue.user("trader", 10_000n);
  venue.user("agent", 100_000n);
  const settings = { selfTradePrevention: STP_EXPIRE_MAKER, orderRateLimitPerMinute: 600 };
  venue.run("setAccount", {
    ...{ account: TRADER, ...settings, orderDelayMs: 5, cancelDelayMs: 7 },
    marginCallPercent: 80,
  });
  venue.run("setSymbolFee", {
    account: TRADER,
    contract: BTC,
    feeSet: true,
    takerRate: 70_000,
    makerRate: 30_000,
  });
  venue.run("setReferral", { account: TRADER, agent: AGENT, rebateRate: 20_000_000 });
  for (const key of ["in use", "disabled"])
    venue.run("addKey", {
      account: TRADER,
      permissions: 3,
      key,
      sealedSecret: "c2VjcmV0",
      passphraseHash: "aGFzaA==",
    });
  venue.run("disableKey", { key: "disabled" });
  venue.run("changeKey", { key: "in use", permissions: 1, activeFrom: 1e15, label: "changed" });
  venue.run("setMarkRule", { contract: BTC, method: 0, window: 3, boundRate: 1_000_000, impactUnits: 1_000 });
  venue.run("followSource", {
    contracts: [{ contract: ETH, sourceMark: 30_050_000, sourceRate: 12_000, hasSourceRate: 1, held: 1 }],
  });
  venue.run("setRiskRule", { contract: BTC, feesUp: true });
  venue.run("setFundRule", { floor: 0n, notionalMax: 1_000_000n * WHOLE });
  venue.run("reportPrices", { prices: [{ contract: ETH, source: 2, points: 30_000_000, weight: 1 }] });
  venue.run("pushIndex", { prices: [{ contract: ETH, points: 30_100_000 }] });
  operate(venue);
  venue.index(600_000);
  letHouseAct(venue);
  sendSlowly(venue);
  directOrders(venue);
  venue.run("setLeverage", { account: TRADER, contract: ETH, marginMode: SHARED, cross: 1_000 });
  venue.run("setMode", { account: TRADER, contract: BTC, marginMode: ISOLATED, separatedMode: COMBINED });
  venue.run("setMode", { account: MAKER, contract: ETH, marginMode: ISOLATED, separatedMode: SEPARATED });
}

/** The house acts in the second contract: one account quotes and trades, as maker and taker. */
function letHouseAct(venue: SpecimenVenue): void {
  const account = venue.run("openAccount", { kind: ACCOUNT_HOUSE, name: "house" });
  const money = { movement: MOVE_DEPOSIT, from: EXTERNAL_ACCOUNT, amount: 100_000_000n * WHOLE };
  venue.run("moveMoney", { ...money, to: account });
  const draws = { seedA: 1, seedB: 2, seedC: 3, seedD: 4 };
  const book = { spreadTicks: 1, nearUnits: 10_000, touchUnits: 100, nearRate: 30_000, reachRate: 30_000 };
  const pace = { quoteMs: 60_000, tradeMs: 60_000, tradeUnits: 100, calmRate: 9_000 };
  venue.run("setHouse", {
    contract: ETH,
    ...{ ...draws, ...book, ...pace, levels: 20 },
    accounts: [{ role: HOUSE_MAKER, account, units: 0 }],
  });
  venue.wait(2);
  // Held, the contract has no mark, and nobody quotes. Then quotes are placed, and follow the index.
  const followed = { contract: ETH, sourceMark: 30_050_000, sourceRate: 12_000, hasSourceRate: 1, held: 0 };
  venue.run("followSource", { contracts: [followed] });
  venue.run("pushIndex", { prices: [{ contract: ETH, points: 30_150_000 }] });
}

/**
 * An account whose messages take time sends an order and a cancel that follows it to the book, then an order
 * that it amends.
 */
function sendSlowly(venue: SpecimenVenue): void {
  const account = venue.user("slow", 1_000n);
  const samples = [3, 5, 8].flatMap((ms) => [
    { way: LATENCY_TO_BOOK, ms },
    { way: LATENCY_TO_PUSH, ms: 2 * ms },
  ]);
  venue.run("setLatency", { account, ...{ seedA: 1, seedB: 2, seedC: 3, seedD: 4 }, samples });
  const order = venue.order(account, OPEN_LONG, 599_000, 10);
  venue.run("cancelOrder", { account, order });
  const amended = venue.order(account, OPEN_LONG, 599_000, 10);
  venue.wait(20);
  venue.run("amendOrder", { account, order: amended, size: 9 });
}

/** An operator is added, sets an account's fees, and pays in with a reference, so that it is done once. */
function operate(venue: SpecimenVenue): void {
  venue.run("addOperator", { role: ROLE_OPERATE, name: "alice", tokenHash: "ab" });
  venue.run("addOperator", { role: ROLE_READ, name: "bob", tokenHash: "cd" });
  venue.run("rotateOperator", { name: "alice", tokenHash: "ef" });
  venue.run("removeOperator", { name: "bob" });
  venue.run("setContest", { name: "round", definition: "{}" });
  const terms = { uses: 2, keys: 3, permissions: PERMIT_READ, until: 7, amount: WHOLE };
  venue.run("setInvitation", { ...terms, name: "class", codeHash: "ab" });
  const key = { key: "guest", sealedSecret: "s", passphraseHash: "h" };
  venue.run("acceptInvitation", {
    invitation: "class",
    name: "guest",
    account: venue.exchange.state.accounts.top,
    ...key,
  });
  const account = venue.run("openAccounts", { names: "team 1,team 2", amount: WHOLE });
  venue.run("changeAccounts", { change: CHANGE_RESET, accounts: [{ account, units: 5, quanta: 0 }] });
  venue.run("sendNotice", { text: "begin", accounts: [{ account }] });
  const action = "money/deposit";
  const money = { type: "moveMoney", movement: MOVE_DEPOSIT, from: EXTERNAL_ACCOUNT, to: AGENT } as const;
  for (const reference of ["first", "second"]) {
    const act = { operator: "alice", action, given: "{}", reference };
    venue.run("act", actOf(act, { ...money, amount: WHOLE }));
  }
  venue.run("keepAnswer", { reference: "first", terms: termsOf({ action, given: "{}" }), answer: "{}" });
}

/**
 * The venue is told what to do to orders: a part is filled and the rest kept, presets are late; one directive
 * is taken back, one waits.
 */
function directOrders(venue: SpecimenVenue): void {
  const account = venue.user("directed", 10_000n);
  const every = { account, contract: -1, orders: 1 };
  venue.run("direct", { ...every, what: DIRECT_FILL, lots: 4 });
  venue.run("direct", { ...every, what: DIRECT_LATE_PRESETS, ms: 5 });
  venue.run("direct", { ...every, what: DIRECT_LOSE_CANCEL });
  venue.order(account, OPEN_LONG, 599_000, 10, { presetStopLoss: 500_000, clientId: "directed" });
  venue.wait(5);
  venue.order(account, OPEN_LONG, 598_000, 10, { presetTakeProfit: 700_000 });
  const taken = venue.run("direct", { ...every, what: DIRECT_REJECT, wireCode: -1, text: "no" });
  venue.run("dropDirective", { directive: taken });
  const late = { ...every, orders: 2, what: DIRECT_LATE_PRESETS, ms: 1_000_000 };
  venue.run("direct", late);
  venue.run("direct", { ...every, what: DIRECT_FILL, lots: 4 });
  venue.order(account, OPEN_LONG, 599_000, 10, { presetTakeProfit: 700_000 });
}

function tradeAndWait(venue: SpecimenVenue): void {
  for (const price of [600_100, 600_200, 600_300]) venue.order(MAKER, OPEN_SHORT, price, 2_000);
  for (const price of [599_900, 599_800, 599_700]) venue.order(MAKER, OPEN_LONG, price, 2_000);
  venue.run("mirrorBook", {
    account: MAKER,
    contract: BTC,
    rows: [
      { what: BUY, price: 599_900, size: 1_900 },
      { what: MIRROR_SOLD, price: 599_900, size: 10 },
      { what: MIRROR_REPORTED_BOUGHT, price: 600_200, size: 20 },
      { what: MIRROR_REPORTED_SOLD, price: 300_000, size: 30 },
    ],
  });
  const presets = { presetStopLoss: 500_000, presetsOnMark: STOP_LOSS_ON_MARK };
  venue.order(TRADER, OPEN_LONG, 600_200, 3_000, presets);
  venue.wait(10); // the trader's orders and cancels are late
  const [held] = venue.exchange.answer({ type: "positions", account: TRADER, contract: BTC });
  const position = held?.position ?? 0;
  venue.run("adjustMargin", { account: TRADER, position, amount: 10n * WHOLE });
  venue.run("setAutoAppend", { account: TRADER, position, on: true });
  venue.run("payRebates", { account: TRADER });
  const late = venue.order(TRADER, OPEN_LONG, 590_000, 10);
  venue.wait(10);
  venue.run("cancelOrder", { account: TRADER, order: late });
  const amended = venue.order(AGENT, OPEN_LONG, 590_000, 10);
  venue.run("amendOrder", { account: AGENT, order: amended, size: 8 });
  venue.run("amendOrder", { account: AGENT, order: amended, price: 591_000, clientId: "" });
  venue.run("cancelOrder", { account: AGENT, order: amended });
  waitForPrices(venue);
  tradeOnPaper(venue);
  venue.order(TRADER, CLOSE_LONG, 599_800, 500);
  venue.wait(10);
  behaveInTheBook(venue);
  venue.run("cancelAll", { account: TRADER, contract: ETH, which: CANCEL_NORMAL_ORDERS });
  venue.run("setContractStatus", { contract: ETH, status: CONTRACT_HALTED });
  venue.run("delistContract", { contract: ETH, at: Number.MAX_SAFE_INTEGER });
}

/**
 * Of orders that are late the book gives one its price as it arrives, and one ends by its date before it
 * does.
 */
function behaveInTheBook(venue: SpecimenVenue): void {
  const account = venue.user("patient", 1_000n);
  venue.run("setAccount", { account, orderDelayMs: 5 });
  const { time } = venue.exchange;
  const given = { priceMatch: MATCH_QUEUE, selfTradeMode: ownSelfTradeMode(STP_EXPIRE_TAKER) };
  venue.order(account, OPEN_LONG, 0, 10, { ...given, market: false, goodTill: time + 1_000_000_000 });
  venue.order(account, OPEN_LONG, 598_000, 10, { goodTill: time + 1 });
  venue.order(AGENT, OPEN_LONG, 599_500, 10);
  venue.wait(10);
}

function waitForPrices(venue: SpecimenVenue): void {
  const plan = { account: TRADER, contract: BTC, action: OPEN_LONG, price: 590_000, size: 10 };
  const plans = { ...plan, marginMode: ISOLATED };
  venue.run("placePlan", {
    ...plans,
    triggerPrice: 605_000,
    triggerSource: TRIGGER_ON_LAST,
    clientId: "plan",
  });
  const onMark = { triggerSource: TRIGGER_ON_MARK, triggerDirection: TRIGGER_AT_OR_ABOVE };
  venue.run("placeConditional", { ...plans, ...onMark, triggerPrice: 606_000, presetTakeProfit: 620_000 });
  const leg = { account: TRADER, contract: BTC, leg: LONG, marginMode: ISOLATED };
  const takeProfit = { ...leg, takeProfit: true, triggerSource: TRIGGER_ON_MARK, size: 100 };
  const order = venue.run("placeTpSl", { ...takeProfit, triggerPrice: 610_000 });
  venue.run("modifyTpSl", { account: TRADER, order, triggerPrice: 611_000, triggerSource: TRIGGER_ON_MARK });
  venue.run("amendOrder", { account: TRADER, order, triggerPrice: 612_000, size: 90 });
  venue.run("adminCancel", { order: venue.order(MAKER, OPEN_LONG, 599_000, 1) });
  const rests = { timeInForce: POST_ONLY, clientId: "rests", requestHash: 77 };
  for (const _ of ["placed", "repeated"]) venue.order(MAKER, OPEN_LONG, 599_950, 7, rests);
}

function tradeOnPaper(venue: SpecimenVenue): void {
  for (const account of [TRADER, AGENT]) venue.run("openPaper", { account, amount: 10_000n * WHOLE });
  const [first = 0, second = 0] = [TRADER, AGENT].map(
    (account) => venue.exchange.answer({ type: "account", account })?.twin,
  );
  venue.order(first, OPEN_LONG, 0, 5, { timeInForce: IOC });
  venue.order(second, OPEN_LONG, 599_900, 50);
  venue.order(second, OPEN_LONG, 600_100, 20);
  venue.order(AGENT, OPEN_SHORT, 599_900, 100); // what trades there fills the paper order
  venue.run("resetPaper", { account: TRADER, amount: 500n * WHOLE });
}

function payAndLose(venue: SpecimenVenue): void {
  const pending = { movement: MOVE_DEPOSIT, from: EXTERNAL_ACCOUNT, amount: 5n * WHOLE };
  venue.run("settleMovement", { id: venue.run("beginMovement", { ...pending, to: TRADER }), complete: true });
  venue.run("beginMovement", { ...pending, to: AGENT });
  venue.wait(HOUR);
  venue.run("forceFunding", { contract: BTC });
  venue.wait(8 * HOUR);
  const trails = { account: MAKER, contract: BTC, size: 10, callbackRate: 9_000_000 };
  const onMark = { triggerSource: TRIGGER_ON_MARK };
  venue.run("placeTrailing", { ...trails, ...onMark, action: OPEN_SHORT });
  venue.run("placeTrailing", { ...trails, ...onMark, action: OPEN_SHORT, activationPrice: 606_000 });
  venue.run("setContractStatus", { contract: BTC, status: CONTRACT_CANCEL_ONLY });
  venue.index(606_500); // the conditional order's trigger comes true, and waits
  venue.run("setContractStatus", { contract: BTC, status: CONTRACT_TRADING });
  venue.run("cancelAll", { account: MAKER, contract: BTC, which: CANCEL_NORMAL_ORDERS });
  venue.order(MAKER, OPEN_LONG, 590_000, 1);
  venue.run("setCountdown", { account: MAKER, contract: BTC, which: CANCEL_NORMAL_ORDERS, afterMs: 1_000 });
  venue.wait(1_000);
  venue.order(MAKER, OPEN_SHORT, 606_000, 50);
  venue.order(AGENT, OPEN_LONG, 606_000, 30);
  venue.run("deleverage", { account: TRADER, contract: BTC, leg: LONG, size: 10 });
  for (const price of [560_000, 550_000]) venue.order(MAKER, OPEN_LONG, price, 2_000);
  venue.index(568_000); // the trader's isolated long takes margin by itself
  const [held] = venue.exchange.answer({ type: "positions", account: TRADER, contract: BTC });
  venue.run("setAutoAppend", { account: TRADER, position: held?.position ?? 0, on: false });
  venue.index(540_000); // and then is lost
  venue.run("proceed", {});
  venue.index(600_000);
  venue.order(MAKER, OPEN_LONG, 599_900, 100);
  venue.order(AGENT, OPEN_SHORT, 599_900, 20);
  venue.run("liquidate", { account: AGENT, position: 0 });
  venue.run("closePositions", { account: MAKER, contract: BTC });
  leaveOpen(venue);
}

/** Leaves one of everything that a state may hold, for the snapshot. */
function leaveOpen(venue: SpecimenVenue): void {
  const isolated = venue.order(TRADER, OPEN_LONG, 600_000, 30, { presetStopLoss: 500_000 });
  venue.wait(10);
  venue.order(MAKER, OPEN_SHORT, 600_000, 20);
  const plan = { account: TRADER, contract: BTC, action: OPEN_LONG, price: 580_000, size: 10 };
  venue.run("placePlan", { ...plan, triggerPrice: 570_000, triggerSource: TRIGGER_ON_LAST });
  venue.run("cancelOrder", { account: TRADER, order: isolated });
  const [, paper = 0] = [TRADER, AGENT].map(
    (account) => venue.exchange.answer({ type: "account", account })?.twin,
  );
  venue.order(TRADER, CLOSE_LONG, 600_000, 1_000); // refused: the account holds less
  venue.order(paper, OPEN_LONG, 599_000, 50, { clientId: "rests on paper" });
  venue.run("setCountdown", { account: TRADER, contract: BTC, which: CANCEL_NORMAL_ORDERS, afterMs: HOUR });
}

/**
 * Everything of the core that lies on disks, part by part: the layouts of its records, and what a specimen
 * market makes of them under these rules, event by event and as a snapshot. A digest of these parts changes
 * with every layout and every rule that the specimen uses, so that nobody has to count a version up.
 */
export function storedForm(): readonly (string | Uint8Array)[] {
  const parts: (string | Uint8Array)[] = [JSON.stringify({ commandLayouts, eventLayouts })];
  executeSpecimen({
    command: (_type, _isAccepted, events) => parts.push(events),
    state: (snapshot) => parts.push(snapshot),
  });
  return parts;
}
