import { mayLeave } from "./breach.ts";
import { endNotice } from "./delisting.ts";
import { endPeriod, impactOf, samplePremium } from "./funding.ts";
import { moveMoney } from "./ledger.ts";
import { cancel, ended, refreeze } from "./orders.ts";
import { refreshIndex, refreshMark, sampleBasis } from "./prices.ts";
import { legOf, marginOf, max, min, POINTS, priceCeiling, tierLimit, valueAt } from "./rules.ts";
import type { AccountSettings, CommandOf, Movement } from "./tape.ts";
import { EXTERNAL, FIRST_USER, INSURANCE } from "./tape.ts";
import { collectTriggers, mayFire } from "./triggers.ts";
import type { Account, Contract, Countdown, Holding, Order, Position, Venue } from "./venue.ts";
import { Refused } from "./venue.ts";

/** Commands that are not orders: prices, contracts, settings, money. */

export function setIndex(v: Venue, command: CommandOf<"index">): void {
  for (const { contract, points } of command.prices) {
    const top = priceCeiling(v.contract(contract).specification) * 100;
    if (points < 100 || points > top) throw new Refused("indexOutOfRange");
  }
  for (const { contract, points } of command.prices) {
    v.contract(contract).indexPoints = BigInt(points);
    refreshMark(v, v.contract(contract));
  }
}

/**
 * Each whole second passed is one sample of the basis as it stands, of a book that is deep enough on both
 * sides.
 */
export function advance(v: Venue, time: number): void {
  const seconds = Math.floor(time / 1000) - Math.floor(v.time / 1000);
  const fives = Math.floor(time / 5000) - Math.floor(v.time / 5000);
  v.time = time;
  for (const contract of v.contracts) {
    if (contract.source.held) continue;
    samplePremium(v, contract, fives);
    const bid = deepPrice(v, contract, "buy");
    const ask = deepPrice(v, contract, "sell");
    if (bid === undefined || ask === undefined || contract.indexPoints === 0n) continue;
    const middle = ((BigInt(bid) + BigInt(ask)) * POINTS) / 2n;
    sampleBasis(contract, middle - contract.indexPoints, seconds);
  }
  for (const contract of v.contracts) refreshIndex(v, contract);
  for (const contract of v.contracts) endPeriod(v, contract);
  for (const contract of v.contracts) endNotice(v, contract);
}

/** The price up to which a side holds the impact notional. */
function deepPrice(v: Venue, contract: Contract, side: "buy" | "sell"): number | undefined {
  let left = impactOf(contract);
  return v.book(contract.index, side).find(({ price, remaining }) => {
    left -= BigInt(price) * BigInt(remaining);
    return left <= 0n;
  })?.price;
}

export function setStatus(v: Venue, command: CommandOf<"status">): void {
  const contract = v.contract(command.contract);
  if (contract.status === "delisted") throw new Refused("invalidValue");
  contract.status = command.status;
  contract.delistingDue = 0;
  if (command.status === "trading") {
    const of = v.touched.filter((each) => each.contract === contract.index);
    resumeHeld(
      v,
      contract,
      of.flatMap(({ account }) => v.ordersOf(account, contract.index)),
    );
  }
  if (command.status !== "halted") return;
  for (const holding of v.touched.filter((each) => each.contract === contract.index)) {
    for (const order of v.ordersOf(holding.account, contract.index)) ended(v, order, "admin");
  }
}

/** New settings; what a new status forbids ends, and what it lets go on is compared with the price of now. */
export function setSettings(v: Venue, command: CommandOf<"settings">): void {
  const account = v.account(command.account);
  mayHavePositionMode(v, account, command.settings);
  account.settings = command.settings;
  for (const { contract } of account.holdings) {
    for (const order of v.workingOf(account.id, contract)) {
      if (!v.permits(account.id, order.action)) ended(v, order, "admin");
    }
    resumeHeld(v, v.contract(contract), v.ordersOf(account.id, contract));
  }
}

function resumeHeld(v: Venue, contract: Contract, orders: readonly Order[]): void {
  const resumed = orders.filter((each) => each.held && mayFire(v, contract, each));
  for (const order of resumed) {
    order.held = false;
    v.say({ what: "held", order: order.id, held: false });
  }
  if (resumed.length > 0) collectTriggers(v, contract);
}

export function cancelAll(v: Venue, command: CommandOf<"cancel all">): void {
  const account = v.account(command.account);
  if (command.contract !== undefined) v.contract(command.contract);
  for (const holding of account.holdings) {
    if (command.contract !== undefined && command.contract !== holding.contract) continue;
    for (const order of meantOf(v, account.id, holding.contract, command.which)) cancel(v, order);
  }
}

function meantOf(v: Venue, account: number, contract: number, which: "normal" | "plan" | "all"): Order[] {
  const isMeant = ({ state }: Order) => which === "all" || (which === "plan") === (state === "untriggered");
  return v.ordersOf(account, contract).filter(isMeant);
}

/** One for each account and contract; said again it begins anew. */
export function setCountdown(v: Venue, command: CommandOf<"countdown">): void {
  const { account, contract, which, afterMs } = command;
  v.account(account);
  v.contract(contract);
  if (!Number.isInteger(afterMs) || afterMs < 0 || afterMs > 24 * 60 * 60 * 1000)
    throw new Refused("invalidValue");
  v.touch(account, contract);
  v.countdowns = v.countdowns.filter((each) => each.account !== account || each.contract !== contract);
  if (afterMs > 0) v.countdowns.push({ account, contract, which, due: v.time + afterMs });
}

/** The countdown that is over first: by time, by account, by which contract the account touched first. */
export function countdownOver(v: Venue): Countdown | undefined {
  const place = (each: Countdown): number => v.touched.indexOf(v.touch(each.account, each.contract));
  const over = v.countdowns.filter(({ due }) => due <= v.time);
  return over.sort((a, b) => a.due - b.due || a.account - b.account || place(a) - place(b))[0];
}

/** The venue cancels what it is about, at once. */
export function endCountdown(v: Venue, countdown: Countdown): void {
  v.countdowns = v.countdowns.filter((each) => each !== countdown);
  const meant = meantOf(v, countdown.account, countdown.contract, countdown.which);
  for (const order of meant) ended(v, order, "countdown");
  v.notes.push(meant.length > 0 ? "countdown canceled orders" : "countdown over nothing");
}

function areKnown(v: Venue, account: number, contract: number): void {
  if (account < FIRST_USER) throw new Refused("unknownAccount");
  v.account(account);
  v.contract(contract);
}

function isActive(v: Venue, account: number): void {
  if (v.account(account).settings.status !== "normal") throw new Refused("accountFrozen");
}

export function setLeverage(v: Venue, command: CommandOf<"leverage">): void {
  const { account, contract: index, marginMode } = command;
  areKnown(v, account, index);
  const holding = v.holding(account, index);
  // A leverage that stands is not asked for.
  const asked = (name: "cross" | "isolatedLong" | "isolatedShort"): number =>
    command[name] === holding[name] ? 0 : command[name];
  const [cross, isolatedLong, isolatedShort] = [
    asked("cross"),
    asked("isolatedLong"),
    asked("isolatedShort"),
  ];
  const switches = marginMode !== holding.marginMode;
  if (!switches && cross + isolatedLong + isolatedShort === 0) {
    if (v.workingOf(account, index).length > 0) v.notes.push("leverage set again beside open orders");
    return;
  }
  isActive(v, account);
  const contract = v.contract(index);
  const { leverageMin, leverageMax } = contract.specification;
  if (switches && !command.switches) throw new Refused("marginModeMismatch");
  for (const leverage of [cross, isolatedLong, isolatedShort]) {
    if (leverage !== 0 && (leverage < leverageMin || leverage > leverageMax)) {
      throw new Refused("leverageOutOfRange");
    }
  }
  if (switches) modeMayChange(v, account, index);
  const working = v.workingOf(account, index);
  const follow = command.ordersFollow && working.every((each) => !each.market);
  if (working.length > 0 && !follow) throw new Refused("openOrdersExist");
  if (marginMode === "shared" && cross !== 0) sharedLeverageSuits(v, contract, holding, cross);
  if (marginMode === "isolated") isolatedLeverageSuits(v, contract, holding, isolatedLong, isolatedShort);
  const kept = v.touch(account, index);
  kept.marginMode = marginMode;
  if (cross !== 0) kept.cross = cross;
  if (isolatedLong !== 0) kept.isolatedLong = isolatedLong;
  if (isolatedShort !== 0) kept.isolatedShort = isolatedShort;
  for (const leg of ["long", "short"] as const) {
    for (const position of v.legs(account, index, leg)) position.leverage = v.leverageOf(kept, leg);
    for (const order of working.filter((each) => legOf(each.action) === leg)) {
      order.leverage = v.leverageOf(kept, leg);
      refreeze(v, order);
    }
  }
  if (working.length > 0) v.notes.push(`leverage that orders follow, ${marginMode}`);
}

/** What the working orders of a holding would freeze more at other leverages. */
function frozenMore(
  v: Venue,
  { account, contract }: Holding,
  at: Readonly<Record<"long" | "short", number>>,
): bigint {
  const before = v.frozen(account);
  const working = v.workingOf(account, contract);
  const present = working.map(({ leverage, frozen }) => ({ leverage, frozen }));
  for (const order of working) {
    order.leverage = at[legOf(order.action)];
    refreeze(v, order);
  }
  const more = v.frozen(account) - before;
  for (const [i, order] of working.entries()) Object.assign(order, present[i]);
  return more;
}

/** The lots of a leg that an opening order would have to suit, without its own. */
function countedLots(v: Venue, { account, contract, marginMode }: Holding, leg: "long" | "short"): number {
  const other = leg === "long" ? "short" : "long";
  const ofLeg = v.legSize(account, contract, leg) + v.openingLots(account, contract, leg);
  const { tierNotional } = v.contract(contract).riskRule;
  if (v.isOneWay(account)) return ofLeg - v.legSize(account, contract, other);
  if (marginMode === "isolated") return ofLeg;
  const ofOther = v.legSize(account, contract, other);
  if (tierNotional === "net") return ofLeg - ofOther;
  return ofLeg + ofOther + v.openingLots(account, contract, other);
}

export function setPositionMode(v: Venue, { account: id, positionMode }: CommandOf<"position mode">): void {
  const account = v.account(id);
  if (positionMode === account.settings.positionMode) return;
  isActive(v, id);
  const settings = { ...account.settings, positionMode };
  mayHavePositionMode(v, account, settings);
  account.settings = settings;
}

export function setMarginCall(v: Venue, { account: id, percent }: CommandOf<"margin call">): void {
  const account = v.account(id);
  account.settings = { ...account.settings, marginCallPercent: percent };
}

/**
 * ONE_WAY is users', combined everywhere, and prevented from meeting itself; the mode changes with nothing
 * live.
 */
function mayHavePositionMode(
  v: Venue,
  { id, settings, holdings }: Account,
  { positionMode, selfTrade }: AccountSettings,
): void {
  if (positionMode === "one-way" && selfTrade === "none") throw new Refused("invalidValue");
  if (positionMode === settings.positionMode) return;
  if (positionMode === "one-way" && holdings.some((each) => each.separatedMode === "separated"))
    throw new Refused("oneWayCombined");
  for (const { contract } of holdings) modeMayChange(v, id, contract);
}

/** Modes stand while there is a position or an order of any kind. */
function modeMayChange(v: Venue, account: number, contract: number): void {
  if (v.positions.some((each) => each.account === account && each.contract === contract)) {
    throw new Refused("positionExists");
  }
  if (v.ordersOf(account, contract).length > 0) throw new Refused("openOrdersExist");
}

/** The legs together must suit the tier; what they would be charged more must be available. */
function sharedLeverageSuits(v: Venue, contract: Contract, holding: Holding, leverage: number): void {
  const { specification, index, markPoints } = contract;
  const held = [...v.legs(holding.account, index, "long"), ...v.legs(holding.account, index, "short")];
  const counted = Math.max(0, countedLots(v, holding, "long"), countedLots(v, holding, "short"));
  if (valueAt(specification, counted, markPoints) > tierLimit(specification, leverage)) {
    throw new Refused("tierLeverage");
  }
  const more = held.reduce(
    (sum, each) => {
      const value = v.marginBase(each);
      return sum + marginOf(value, leverage) - marginOf(value, each.leverage);
    },
    frozenMore(v, holding, { long: leverage, short: leverage }),
  );
  if (more > 0n && more > v.available(holding.account)) throw new Refused("marginInsufficient");
}

/**
 * Never lower under an open position, 0 for a side that stays; each position on its own must suit the tier.
 */
function isolatedLeverageSuits(
  v: Venue,
  contract: Contract,
  holding: Holding,
  long: number,
  short: number,
): void {
  const at = { long: v.leverageOf(holding, "long"), short: v.leverageOf(holding, "short") };
  for (const leg of ["long", "short"] as const) {
    const asked = leg === "long" ? long : short;
    if (asked === 0) continue;
    const isHeld = v.legSize(holding.account, contract.index, leg) > 0;
    if (isHeld && asked < at[leg]) throw new Refused("leverageLowered");
    const lots = Math.max(0, countedLots(v, holding, leg));
    if (valueAt(contract.specification, lots, contract.markPoints) > tierLimit(contract.specification, asked))
      throw new Refused("tierLeverage");
    at[leg] = asked;
  }
  const more = frozenMore(v, holding, at);
  if (more > 0n && more > v.available(holding.account)) throw new Refused("marginInsufficient");
}

export function setMode(v: Venue, command: CommandOf<"mode">): void {
  const { account, contract, marginMode, separatedMode } = command;
  areKnown(v, account, contract);
  const holding = v.holding(account, contract);
  if (holding.marginMode === marginMode && holding.separatedMode === separatedMode) return;
  isActive(v, account);
  if (separatedMode === "separated" && v.isOneWay(account)) throw new Refused("oneWayCombined");
  modeMayChange(v, account, contract);
  const kept = v.touch(account, contract);
  kept.marginMode = marginMode;
  kept.separatedMode = separatedMode;
}

function ownIsolated(v: Venue, command: { readonly account: number; readonly position: number }): Position {
  const account = v.account(command.account);
  if (account.settings.status !== "normal") throw new Refused("accountFrozen");
  const position = v.positions.find((each) => each.id === command.position && each.account === account.id);
  if (position === undefined) throw new Refused("unknownPosition");
  if (position.marginMode !== "isolated") throw new Refused("positionNotIsolated");
  return position;
}

export function setAutoAppend(v: Venue, command: CommandOf<"auto append">): void {
  const own = v.positions.find((each) => each.id === command.position && each.account === command.account);
  if (own?.marginMode === "isolated" && own.autoAppend === command.on) return;
  ownIsolated(v, command).autoAppend = command.on;
}

export function adjustMargin(v: Venue, command: CommandOf<"margin">): void {
  const account = v.account(command.account);
  const position = ownIsolated(v, command);
  const { amount } = command;
  if (amount === 0n) throw new Refused("amountNotPositive");
  if (amount > 0n) {
    if (amount > v.givable(account.id)) throw new Refused("marginInsufficient");
    moveMoney(v, "margin", account.entry, position.entry, amount, position.contract);
    return;
  }
  const overEntry = leftByLeverage(v, position);
  const spare = mayLeave(v, position, "margin removed");
  if (-amount <= overEntry && -amount > spare) v.notes.push("margin kept for its requirement");
  if (-amount > min(overEntry, spare)) throw new Refused("marginNotRemovable");
  moveMoney(v, "margin", position.entry, account.entry, -amount, position.contract);
}

/** What an isolated position has, with its losses and without its profit, over its initial margin. */
export function leftByLeverage(v: Venue, position: Position): bigint {
  const wallet = v.isolatedWallet(position);
  const needed = marginOf(position.openValue, position.leverage);
  return max(0n, min(wallet, v.isolatedEquity(position)) - needed);
}

export function move(v: Venue, command: CommandOf<"move">): void {
  mayMove(v, command);
  transfer(v, command);
}

export function begin(v: Venue, command: CommandOf<"begin">): void {
  const { movement, from, to, amount } = command;
  mayMove(v, command, true);
  const pending = { id: ++v.movementsEver, movement, from, to, amount };
  v.movements.push(pending);
  showPending(v, pending, amount);
}

export function settle(v: Venue, command: CommandOf<"settle">): void {
  const pending = v.movements.find((each) => each.id === command.movement);
  if (pending === undefined) throw new Refused("unknownMovement");
  if (command.complete) mayCount(v, pending);
  if (command.complete && pending.from !== EXTERNAL && v.freeWallet(pending.from) < 0n) {
    throw new Refused("balanceInsufficient");
  }
  v.movements = v.movements.filter((each) => each !== pending);
  showPending(v, pending, -pending.amount);
  if (command.complete) transfer(v, pending);
}

interface Moved {
  readonly movement: Movement;
  readonly from: number;
  readonly to: number;
  readonly amount: bigint;
}

function transfer(v: Venue, { movement, from, to, amount }: Moved): void {
  moveMoney(v, movement, v.account(from).entry, v.account(to).entry, amount, -1);
}

function showPending(v: Venue, { movement, from, to }: Moved, amount: bigint): void {
  if (movement === "transfer") {
    v.account(from).entry.pendingTransferOut += amount;
    v.account(to).entry.pendingTransferIn += amount;
  } else {
    v.account(from).entry.pendingWithdraw += amount;
    v.account(to).entry.pendingDeposit += amount;
  }
}

/**
 * A deposit comes from the outside, a withdrawal goes there; users transfer among themselves; the rest is the
 * operator's.
 */
function mayMove(v: Venue, { movement, from, to, amount }: Moved, waits = false): void {
  v.account(from);
  v.account(to);
  if (amount <= 0n) throw new Refused("amountNotPositive");
  const mayWait = movement === "deposit" || movement === "withdraw" || movement === "transfer";
  const wrong =
    (waits && !mayWait) ||
    from === to ||
    (movement === "deposit" && from !== EXTERNAL) ||
    (movement === "withdraw" && to !== EXTERNAL) ||
    (movement === "transfer" && Math.min(from, to) <= INSURANCE);
  if (wrong) throw new Refused("movementNotAllowed");
  if (from === EXTERNAL && insideOf(v) + amount > MONEY_MAX) throw new Refused("moneyLimit");
  mayCount(v, { movement, from, to, amount });
  if (from !== EXTERNAL && amount > v.withdrawable(from)) throw new Refused("balanceInsufficient");
}

/** What the outside has put in and not taken back, what is on its way in included. */
function insideOf(v: Venue): bigint {
  const { entry } = v.account(EXTERNAL);
  return entry.pendingWithdraw - entry.amount;
}

const MONEY_MAX = 10n ** 20n;
const COUNTER_MAX = 10n ** 23n;

/** What an account moved in its life stays countable. */
function mayCount(v: Venue, { movement, from, to, amount }: Moved): void {
  const [given, got] =
    movement === "deposit" || movement === "withdraw"
      ? (["withdraw", "deposit"] as const)
      : (["transferOut", "transferIn"] as const);
  const counted = [v.account(from).entry.counters[given], v.account(to).entry.counters[got]];
  if (counted.some((each) => each + amount > COUNTER_MAX)) throw new Refused("counterLimit");
}
