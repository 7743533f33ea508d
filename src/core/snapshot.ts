import { holdingFor, resolveRates, watchAgain } from "./account/accountEvents.ts";
import { settingsOf } from "./account/directory.ts";
import { PagedBook } from "./book/pagedBook.ts";
import {
  ACCOUNT_PAPER_POOL,
  ISOLATED,
  NONE,
  RESTS_NOWHERE,
  RESTS_ON_PAPER,
  STATE_UNTRIGGERED,
  TRIGGER_QUEUED,
  TRIGGER_WATCHED,
} from "./codes.ts";
import { BasisSamples } from "./contract/basisSamples.ts";
import { Contract } from "./contract/contract.ts";
import { decode, encode, RecordBuffer, RecordView } from "./encoding/layout.ts";
import type { Column } from "./encoding/snapshotStream.ts";
import { SnapshotReader, SnapshotWriter } from "./encoding/snapshotStream.ts";
import { eventLayouts } from "./event.ts";
import { riskRuleFrom, riskRuleWords } from "./liquidation/riskRules.ts";
import { linkOrder, restingBook, watchTrigger } from "./order/orderEvents.ts";
import type { Orders } from "./order/orders.ts";
import { linkPosition } from "./position/positionEvents.ts";
import type { Positions } from "./position/positions.ts";
import type { FeeView } from "./query.ts";
import { counterNames } from "./query.ts";
import { initAccount, State } from "./state.ts";
import type { MoneyColumn } from "./units/money.ts";
import { assert, FIRST_ID } from "./units/units.ts";

/**
 * The canonical bytes of a state: everything that commands can see, in an order that does not depend on how it came
 * about — accounts, positions and orders by id, holdings by first touch — and nothing that can be rebuilt (slots,
 * links, heaps, books, tables). Equal states give equal bytes, so a hash of them is the digest of the state.
 *
 * The layout is a stream of little-endian words; tables are column by column.
 */
export function writeSnapshot(s: State): Uint8Array {
  const w = new SnapshotWriter();
  for (const value of [s.seq, s.time, s.nextId, s.nextPriority, s.venueSeed]) w.number(value);
  w.text(s.venueName);

  w.number(s.contracts.length);
  for (const contract of s.contracts) writeContract(w, contract);

  const { accounts, holdings, positions, orders } = s;
  const accountSlots = range(1, accounts.top);
  w.columns(accountSlots, accountColumns(s));
  for (const account of accountSlots) {
    w.text(accounts.names[account]!);
    writeFee(w, accounts.fees[account]!);
  }
  const sharedEntries = accountSlots.map((account) => accounts.entry[account]!);
  w.columns(sharedEntries, entryColumns(s));

  const holdingSlots = holdings.slots();
  w.columns(holdingSlots, holdingColumns(s));
  for (const holding of holdingSlots) {
    const fee = holdings.fees[holdings.rowOf(holding)];
    w.number(fee === undefined ? 0 : 1);
    if (fee !== undefined) writeFee(w, fee);
  }

  const positionSlots = slotsById(positions);
  w.columns(positionSlots, positionColumns(s));
  const isolated = positionSlots
    .filter((p) => positions.marginMode[p] === ISOLATED)
    .map((p) => positions.entry[p]!);
  w.columns(isolated, entryColumns(s));

  const orderSlots = slotsById(orders);
  const idOf = (slot: number): number => (slot === NONE ? 0 : orders.id[slot]!);
  w.columns(orderSlots, orderColumns(s));
  w.values(orderSlots.map((slot) => (orders.state[slot] === STATE_UNTRIGGERED ? 0 : orders.key[slot]!)));
  w.values(orderSlots.map((slot) => idOf(orders.takeProfitChild[slot]!)));
  w.values(orderSlots.map((slot) => idOf(orders.stopLossChild[slot]!)));
  w.values(orderSlots.map((slot) => idOf(orders.sibling[slot]!)));
  for (const slot of orderSlots) w.text(orders.clientIds[orders.rowOf(slot)]!);
  w.values(
    s.triggered.slice(s.triggeredHead).filter((id) => {
      const slot = orders.byId.get(id);
      return slot !== NONE && orders.triggerQueued[slot] === TRIGGER_QUEUED;
    }),
  );

  w.number(s.directory.keys.size);
  for (const key of s.directory.keys.values()) {
    const record = new RecordBuffer(64);
    encode(eventLayouts.keyAdded, key, record);
    w.record(record.slice());
    w.number(key.disabled ? 1 : 0);
    const { before } = key;
    const earlier = new RecordBuffer(64);
    if (before !== undefined) encode(eventLayouts.keyChanged, { ...key, ...before, time: 0 }, earlier);
    w.record(earlier.slice());
  }
  w.text(String(s.fundRule.floor));
  w.text(String(s.fundRule.notionalMax));
  w.values(s.liquidations.flatMap(({ account, position, forced }) => [account, position, forced ? 1 : 0]));
  const taken: number[] = [];
  for (const [order, byAccount] of [...s.taken].sort(byKey)) {
    for (const [account, lots] of [...byAccount].sort(byKey)) taken.push(order, account, lots);
  }
  w.values(taken);
  w.values(s.paperFlows.flatMap((flow) => paperFlowFields.map((name) => flow[name])));
  w.number(s.movements.size);
  for (const movement of s.movements.values()) {
    const record = new RecordBuffer(16);
    encode(eventLayouts.movementBegun, movement, record);
    w.record(record.slice());
  }
  const requests = [...s.requests.entries()];
  w.values(requests.map(([hash]) => hash));
  w.values(requests.map(([, order]) => order));
  return w.finish();
}

/** The state that {@link writeSnapshot} wrote. Throws InvariantError on a damaged stream. */
export function readSnapshot(bytes: Uint8Array): State {
  const r = new SnapshotReader(bytes);
  const s = new State();
  s.seq = r.number();
  s.time = r.number();
  s.nextId = r.number();
  s.nextPriority = r.number();
  s.venueSeed = r.number();
  s.venueName = r.text();
  s.firstSeq = s.seq + 1;
  assert(s.nextId >= FIRST_ID, "ids are counted from their origin");

  const contracts = r.number();
  for (let i = 0; i < contracts; i++) readContract(r, s, i);

  const { accounts, holdings, entries, positions, orders } = s;
  const accountCount = r.peekCount();
  while (accounts.top <= accountCount) initAccount(s, accounts.take(), 0, "");
  accounts.byName.clear();
  const accountSlots = range(1, accounts.top);
  r.columns(accountSlots, accountColumns(s));
  for (const account of accountSlots) {
    accounts.names[account] = r.text();
    accounts.byName.set(accounts.names[account]!, account);
    if (accounts.kind[account] === ACCOUNT_PAPER_POOL) s.paperPool = account;
    accounts.fees[account] = readFee(r);
  }
  r.columns(
    accountSlots.map((account) => accounts.entry[account]!),
    entryColumns(s),
  );

  const holdingCount = r.peekCount();
  const heads = { account: new Float64Array(holdingCount), contract: new Float64Array(holdingCount) };
  r.peekColumns(heads.account, heads.contract);
  for (let i = 0; i < holdingCount; i++) holdingFor(s, heads.account[i]!, heads.contract[i]!);
  const holdingSlots = holdings.slots();
  r.columns(holdingSlots, holdingColumns(s));
  for (const holding of holdingSlots) {
    if (r.number() === 1) holdings.fees[holdings.rowOf(holding)] = readFee(r);
    resolveRates(s, holding);
  }

  const positionSlots = Array.from({ length: r.peekCount() }, () => positions.take());
  r.columns(positionSlots, positionColumns(s));
  const isolated: number[] = [];
  for (const p of positionSlots) {
    const account = positions.account[p]!;
    positions.byId.set(positions.id[p]!, p);
    positions.holding[p] = holdingFor(s, account, positions.contract[p]!);
    positions.entry[p] = accounts.entry[account]!;
    if (positions.marginMode[p] === ISOLATED) {
      const entry = entries.open(account, 0, ISOLATED, positions.id[p]!, 0);
      positions.entry[p] = entry;
      isolated.push(entry);
    }
    linkPosition(s, p);
    watchAgain(s, account); // bands are not kept: everybody is judged anew
  }
  r.columns(isolated, entryColumns(s));
  readOrders(r, s);

  const keys = r.number();
  for (let i = 0; i < keys; i++) {
    const key = decode(eventLayouts.keyAdded, new RecordView(r.record()), 0);
    const disabled = r.number() === 1;
    const earlier = r.record();
    const before =
      earlier.length === 0 ? undefined : decode(eventLayouts.keyChanged, new RecordView(earlier), 0);
    s.directory.keys.set(key.key, { ...key, disabled, before: before && settingsOf(before) });
  }
  s.fundRule = { floor: BigInt(r.text()), notionalMax: BigInt(r.text()) };
  const liquidations = r.values();
  for (let i = 0; i < liquidations.length; i += 3) {
    const [account, position, forced] = liquidations.subarray(i, i + 3);
    s.liquidations.push({ account: account!, position: position!, forced: forced === 1 });
  }
  const taken = r.values();
  for (let i = 0; i < taken.length; i += 3) {
    const [order, account, lots] = taken.subarray(i, i + 3);
    const byAccount = s.taken.get(order!) ?? new Map<number, number>();
    s.taken.set(order!, byAccount.set(account!, lots!));
  }
  const flows = r.values();
  for (let i = 0; i < flows.length; i += paperFlowFields.length) {
    const [contract, side, price, lots, priority, order] = flows.subarray(i, i + paperFlowFields.length);
    s.paperFlows.push({
      contract: contract!,
      side: side!,
      price: price!,
      lots: lots!,
      priority: priority!,
      order: order!,
    });
  }
  const movements = r.number();
  for (let i = 0; i < movements; i++) {
    const movement = decode(eventLayouts.movementBegun, new RecordView(r.record()), 0);
    s.movements.set(movement.id, movement);
  }
  const hashes = r.values();
  const made = r.values();
  for (const [i, hash] of hashes.entries()) s.requests.add(hash, made[i]!);
  r.end();
  for (const pool of [orders, positions])
    assert(pool.count === pool.rowOf(pool.top), "a restored pool has no holes");
  return s;
}

function readOrders(r: SnapshotReader, s: State): void {
  const { orders, accounts } = s;
  const slots = Array.from({ length: r.peekCount() }, () => orders.take());
  r.columns(slots, orderColumns(s));
  const due = r.values();
  const takeProfitChildren = r.values();
  const stopLossChildren = r.values();
  const siblings = r.values();
  for (const [i, slot] of slots.entries()) {
    const clientId = r.text();
    const account = orders.account[slot]!;
    orders.clientIds[orders.rowOf(slot)] = clientId;
    orders.byId.set(orders.id[slot]!, slot);
    orders.holding[slot] = holdingFor(s, account, orders.contract[slot]!);
    linkOrder(s, slot);
    if (clientId !== "") {
      accounts.clientIds[account] ??= new Map();
      accounts.clientIds[account].set(clientId, slot);
    }
    if (due[i]! > 0) {
      orders.key[slot] = due[i]!;
      s.delayed.push(slot);
    } else if (orders.state[slot] === STATE_UNTRIGGERED && orders.triggerQueued[slot] === TRIGGER_WATCHED) {
      watchTrigger(s, slot);
    }
  }
  const slotOf = (id: number): number => (id === 0 ? NONE : orders.byId.get(id));
  for (const [i, slot] of slots.entries()) {
    orders.takeProfitChild[slot] = slotOf(takeProfitChildren[i]!);
    orders.stopLossChild[slot] = slotOf(stopLossChildren[i]!);
    orders.sibling[slot] = slotOf(siblings[i]!);
  }
  const resting = slots.filter((slot) => orders.inBook[slot] !== RESTS_NOWHERE);
  resting.sort((a, b) => orders.priority[a]! - orders.priority[b]!);
  for (const slot of resting) {
    if (orders.inBook[slot] === RESTS_ON_PAPER)
      s.contracts[orders.contract[slot]!]!.paperBook ??= new PagedBook(orders);
    restingBook(s, slot).add(slot);
  }
  for (const id of r.values()) s.triggered.push(id);
}

function writeContract(w: SnapshotWriter, contract: Contract): void {
  const record = new RecordBuffer(256);
  encode(eventLayouts.contractListed, { ...contract, ...contract.terms, contract: contract.index }, record);
  w.record(record.slice());
  const { status, indexPoints, markPoints, lastPrice, openInterest } = contract;
  for (const value of [status, indexPoints, markPoints, lastPrice, openInterest]) w.number(value);
  w.values(contract.basis.toArray());
  w.number(contract.exponentialBasis);
  const { method, window, boundRate } = contract.markRule;
  for (const value of [method, window, boundRate]) w.number(value);
  for (const word of riskRuleWords(contract.riskRule)) w.number(word);
  w.number(contract.keptMargins.length);
  for (const { riskRule } of contract.keptMargins) for (const word of riskRuleWords(riskRule)) w.number(word);
  w.values(
    [...contract.sources.values()].flatMap(({ source, points, weight, time }) => [
      source,
      points,
      weight,
      time,
    ]),
  );
  w.number(contract.fundingRate);
  w.number(contract.fundingDue);
  w.number(contract.delistingDue);
  w.number(contract.premium.count);
  w.text(String(contract.premium.weighted));
  w.text(String(contract.premium.sum));
}

function readContract(r: SnapshotReader, s: State, index: number): void {
  const spec = decode(eventLayouts.contractListed, new RecordView(r.record()), 0);
  const contract = new Contract(index, spec, s.orders, s.holdings);
  contract.status = r.number();
  contract.indexPoints = r.number();
  contract.markPoints = r.number();
  contract.lastPrice = r.number();
  contract.openInterest = r.number();
  contract.basis = BasisSamples.from([...r.values()]);
  contract.exponentialBasis = r.number();
  contract.markRule = { method: r.number(), window: r.number(), boundRate: r.number() };
  contract.changeRiskRule(riskRuleFrom(() => r.number()));
  for (let kept = r.number(); kept > 0; kept--)
    contract.keptMargins.push(contract.marginUnder(riskRuleFrom(() => r.number())));
  const sources = r.values();
  for (let i = 0; i < sources.length; i += 4) {
    const [source, points, weight, time] = [...sources.subarray(i, i + 4)] as [
      number,
      number,
      number,
      number,
    ];
    contract.sources.set(source, { source, points, weight, time });
  }
  contract.fundingRate = r.number();
  contract.fundingDue = r.number();
  contract.delistingDue = r.number();
  contract.premium.count = r.number();
  contract.premium.weighted = BigInt(r.text());
  contract.premium.sum = BigInt(r.text());
  s.contracts.push(contract);
  s.contractBySymbol.set(contract.symbol, index);
  s.holdingOf.push(new Map());
}

const FEE_NUMBERS = ["takerRate", "makerRate", "discount", "takerDiscount", "makerDiscount"] as const;
const FEE_FLAGS = ["feeSet", "discountSet", "sideDiscountSet"] as const;

function writeFee(w: SnapshotWriter, fee: FeeView): void {
  for (const name of FEE_FLAGS) w.number(fee[name] ? 1 : 0);
  for (const name of FEE_NUMBERS) w.number(fee[name]);
}

function readFee(r: SnapshotReader): FeeView {
  const fee: Record<string, boolean | number> = {};
  for (const name of FEE_FLAGS) fee[name] = r.number() === 1;
  for (const name of FEE_NUMBERS) fee[name] = r.number();
  return fee as unknown as FeeView;
}

function accountColumns({ accounts: a }: State): Column[] {
  return [
    a.kind,
    a.status,
    a.selfTradePrevention,
    a.orderRateLimitPerMinute,
    a.orderDelayMs,
    a.cancelDelayMs,
    a.createdTime,
    a.updatedTime,
    a.version,
    ...money(a.frozen),
    a.twin,
    a.agent,
    a.rebateRate,
    a.referredTime,
    ...money(a.endedFees),
    ...money(a.rebatedFees),
    a.rebatedSeq,
  ];
}

function entryColumns({ entries: e }: State): Column[] {
  const counters = counterNames.flatMap((name) => money(e.counters[name]));
  const pending = [e.pendingDeposit, e.pendingWithdraw, e.pendingTransferIn, e.pendingTransferOut].flatMap(
    money,
  );
  return [
    e.account,
    e.coin,
    e.marginMode,
    e.position,
    e.liquidating,
    e.createdTime,
    e.updatedTime,
    ...money(e.amount),
    ...pending,
    ...counters,
  ];
}

function holdingColumns({ holdings: h }: State): Column[] {
  return [
    h.account,
    h.contract,
    h.marginMode,
    h.separatedMode,
    h.keptRule,
    h.cross,
    h.isolatedLong,
    h.isolatedShort,
    h.longSize,
    h.shortSize,
    h.longOpening,
    h.shortOpening,
    h.longReserved,
    h.shortReserved,
  ];
}

function positionColumns({ positions: p }: State): Column[] {
  const amounts = [
    p.openValue,
    p.openFee,
    p.fundingFee,
    p.cumOpenValue,
    p.cumOpenFee,
    p.cumCloseValue,
    p.cumCloseFee,
    p.cumFunding,
    p.cumLiquidateFee,
  ].flatMap(money);
  return [
    p.id,
    p.account,
    p.contract,
    p.leg,
    p.marginMode,
    p.separatedMode,
    p.autoAppend,
    p.openOrder,
    p.leverage,
    p.size,
    p.reserved,
    p.cumOpenSize,
    p.cumCloseSize,
    p.createdSeq,
    p.updatedSeq,
    p.createdTime,
    p.updatedTime,
    ...amounts,
  ];
}

function orderColumns({ orders: o }: State): Column[] {
  const amounts = [o.filledValue, o.fee, o.liquidationFee, o.realized, o.frozen].flatMap(money);
  return [
    o.id,
    o.account,
    o.contract,
    o.kind,
    o.action,
    o.side,
    o.timeInForce,
    o.market,
    o.state,
    o.inBook,
    o.marginMode,
    o.separatedMode,
    o.price,
    o.size,
    o.remaining,
    o.position,
    o.leverage,
    o.conditional,
    o.triggerPrice,
    o.triggerSource,
    o.triggerDirection,
    o.triggerQueued,
    o.triggeredTime,
    o.presetTakeProfit,
    o.presetStopLoss,
    o.parent,
    o.markPoints,
    o.feeRate,
    o.createdTime,
    o.updatedTime,
    o.priority,
    ...amounts,
    o.presetsOnMark,
  ];
}

/** In the order in which a flow is stored. */
const paperFlowFields = ["contract", "side", "price", "lots", "priority", "order"] as const;

function byKey(a: readonly [number, unknown], b: readonly [number, unknown]): number {
  return a[0] - b[0];
}

function money(column: MoneyColumn): [Float64Array, Float64Array] {
  return [column.hi, column.lo];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}

/** Slots in use, ascending by id. */
function slotsById(pool: Orders | Positions): number[] {
  return pool.slots().sort((a, b) => pool.id[a]! - pool.id[b]!);
}
