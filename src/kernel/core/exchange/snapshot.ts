import {
  ACCOUNT_PAPER_POOL,
  ISOLATED,
  RESTS_NOWHERE,
  RESTS_ON_PAPER,
  STATE_UNTRIGGERED,
  TRIGGER_QUEUED,
  TRIGGER_TRAILING,
  TRIGGER_WATCHED,
} from "../data/codes.ts";
import { BasisSamples } from "../data/contract/basisSamples.ts";
import { Contract } from "../data/contract/contract.ts";
import type { RowFields, RowsOfOthers, StateRows } from "../data/encoding/stateRows.ts";
import { RowsReader, RowsWriter } from "../data/encoding/stateRows.ts";
import type { StateReader, StateWriter } from "../data/encoding/stateStream.ts";
import {
  readFields,
  SnapshotStateReader,
  SnapshotStateWriter,
  writeFields,
} from "../data/encoding/stateStream.ts";
import { ContractHouse, houseProgress } from "../data/house/contractHouse.ts";
import { Latency, latencyProgress } from "../data/latency/latency.ts";
import { feeFields } from "../data/messages/command.ts";
import { eventLayouts } from "../data/messages/event.ts";
import { markRuleFields } from "../data/model/contracts.ts";
import { contractPersisted } from "../data/model/generated/contractColumns.ts";
import { riskRuleFields, riskRuleFrom } from "../data/model/riskRules.ts";
import { openShadow } from "../data/paper/shadow.ts";
import { initAccount, State } from "../data/state/state.ts";
import { MEETS_POOL, rulesOfKind } from "../data/tables/accountRules.ts";
import { settingsOf } from "../data/tables/directory.ts";
import type {
  AccountId,
  ContractIndex,
  Doubles,
  EntrySlot,
  Lots,
  OrderId,
  OrderSlot,
} from "../data/units/kinds.ts";
import { accountId, contractIndex } from "../data/units/kinds.ts";
import type { Pool } from "../data/units/pool.ts";
import { assert, FIRST_ID, NONE } from "../data/units/units.ts";
import { holdingFor, resolveRates, watchAgain } from "../events/accountEvents.ts";
import { extremeOf, linkOrder, restingBook, watchDate, watchTrigger } from "../events/orderEvents.ts";
import { linkPosition } from "../events/positionEvents.ts";

/**
 * The canonical bytes of a state: everything that commands can see, in an order that does not depend on how
 * it came about — accounts, positions and orders by id, holdings by first touch — and nothing that can be
 * rebuilt (slots, links, heaps, books, tables). Equal states give equal bytes, so a hash of them is the
 * digest of the state.
 *
 * The layout is a stream of little-endian words; tables are column by column.
 */
export function writeSnapshot(s: State): Uint8Array {
  const w = new SnapshotStateWriter();
  writeState(s, w);
  return w.finish();
}

/**
 * The state as rows of named values, for a dump, with all fields that they may have; equal states give equal
 * rows.
 */
export function stateRows(s: State): { readonly rows: StateRows; readonly fields: RowFields } {
  const w = new RowsWriter();
  writeState(s, w);
  return { rows: w.sections, fields: w.fields };
}

function writeState(s: State, w: StateWriter): void {
  w.count("venue", 1);
  w.row("venue", 0);
  for (const name of ["seq", "time", "nextId", "nextPriority", "venueSeed"] as const) w.number(name, s[name]);
  w.text("venueName", s.venueName);
  w.text("sealedSeed", s.sealedSeed);
  w.integer("fundFloor", s.fundRule.floor);
  w.integer("fundNotionalMax", s.fundRule.notionalMax);

  writeRows(w, "contracts", s.contracts, (contract) => writeContract(w, contract));

  const { accounts, holdings, positions } = s;
  const accountSlots = accounts.ids();
  w.columns("accounts", accountSlots, accounts.persisted());
  moreOfRows(w, "accounts", accountSlots, (account) => {
    w.text("name", accounts.names[account]);
    writeFields(w, storedFee, accounts.fees[account]);
  });
  const sharedEntries = accountSlots.map((account) => accounts.entry[account]);
  w.columns("balances", sharedEntries, s.entries.persisted());

  const holdingSlots = holdings.slots();
  w.columns("settings", holdingSlots, holdings.persisted());
  moreOfRows(w, "settings", holdingSlots, (holding) => {
    const fee = holdings.fees[holdings.rowOf(holding)];
    w.number("hasFees", fee === undefined ? 0 : 1);
    if (fee !== undefined) writeFields(w, storedFee, fee);
  });

  const positionSlots = slotsById(positions);
  w.columns("positions", positionSlots, positions.persisted());
  const isolated = positionSlots
    .filter((p) => positions.marginMode[p] === ISOLATED)
    .map((p) => positions.entry[p]);
  w.columns("isolatedBalances", isolated, s.entries.persisted());
  writeOrders(s, w);

  writeRows(w, "keys", s.directory.keys.values(), (key) => {
    const { before } = key;
    w.record(eventLayouts.keyAdded, key);
    w.number("disabled", key.disabled ? 1 : 0);
    w.optional("before", eventLayouts.keyChanged, before && { ...key, ...before, time: 0 });
  });
  w.list(
    "liquidations",
    liquidationFields,
    s.liquidations.map(({ account, position, forced }) => [account, position, forced ? 1 : 0]),
  );
  const taken: number[][] = [];
  for (const [order, byAccount] of [...s.paperTakes].sort(byKey)) {
    for (const [account, lots] of [...byAccount].sort(byKey)) taken.push([order, account, lots]);
  }
  w.list("paperTaken", takenFields, taken);
  w.list(
    "paperFlows",
    paperFlowFields,
    s.paperFlows.map((flow) => paperFlowFields.map((name) => flow[name])),
  );
  writeRows(w, "movements", s.movements.values(), (movement) =>
    w.record(eventLayouts.movementBegun, movement),
  );
  w.list("requests", requestFields, [...s.requests.entries()]);
  writeOperators(s, w);
  writeContests(s, w);
  writeRows(w, "invitations", s.invitations.values(), (invitation) => {
    w.record(eventLayouts.invitationSet, invitation);
    w.table(
      "accepted",
      acceptedFields,
      invitation.accounts.map((account) => [account]),
    );
  });
  writeRows(w, "notices", s.notices, (notice) => w.record(eventLayouts.noticeSent, notice));
  writeRows(w, "house", s.house.values(), (house) => {
    w.record(eventLayouts.houseSet, house.rule);
    for (const name of houseProgress) w.number(name, house[name]);
  });
  writeRows(w, "latencies", [...s.latencies].sort(byKey), ([, latency]) => {
    w.record(eventLayouts.latencySet, latency.rule);
    for (const name of latencyProgress) w.number(name, latency[name]);
  });
  w.list("cancelsSent", cancelSentFields, [...s.cancelsSent].sort(byKey));
  w.list(
    "amendsSent",
    amendSentFields,
    [...s.amendsSent].sort(byKey).map(([order, { price, size }]) => [order, price, size]),
  );
  w.list("amendments", amendmentFields, [...s.amendments].sort(byKey));
  const { waiting, ofOrder, late } = s.directives;
  writeRows(w, "directives", waiting.values(), ({ directive, left }) => {
    w.record(eventLayouts.directiveSet, directive);
    w.number("left", left);
  });
  const followed = [...ofOrder]
    .sort(byKey)
    .flatMap(([order, all]) => all.map((directive) => ({ order, directive })));
  writeRows(w, "directed", followed, ({ order, directive }) => {
    w.number("follower", order);
    w.record(eventLayouts.directiveSet, directive);
  });
  writeRows(w, "latePresets", late, (presets) => w.record(eventLayouts.presetsPostponed, presets));
}

function writeOperators(s: State, w: StateWriter): void {
  writeRows(w, "operators", s.operators.values(), ({ addedTime, ...operator }) => {
    w.record(eventLayouts.operatorAdded, { ...operator, time: addedTime });
    w.number("tokenTime", operator.tokenTime);
  });
  writeRows(w, "references", s.references.entries, ([reference, { terms, answer, steps }]) => {
    w.record(eventLayouts.answerKept, { reference, terms, answer });
    w.table(
      "steps",
      stepFields,
      steps.map(({ kind, id }) => [kind, id]),
    );
  });
}

function writeContests(s: State, w: StateWriter): void {
  const contests = [...s.contests].map(([name, definition]) => ({ name, definition }));
  writeRows(w, "contests", contests, (contest) => w.record(eventLayouts.contestSet, contest));
}

function writeOrders(s: State, w: StateWriter): void {
  const { orders } = s;
  const slots = slotsById(orders);
  const idOf = (slot: OrderSlot): number => (slot === NONE ? 0 : orders.id[slot]);
  w.columns("orders", slots, orders.persisted());
  const dueOf = (slot: OrderSlot) => (orders.state[slot] === STATE_UNTRIGGERED ? 0 : orders.heapKey[slot]);
  w.column("orders", "due", slots.map(dueOf));
  w.column(
    "orders",
    "extreme",
    slots.map((slot) => extremeOf(s, slot)),
  );
  for (const name of relatives)
    w.column(
      "orders",
      name,
      slots.map((slot) => idOf(orders.conditions[name][orders.condition[slot]])),
    );
  moreOfRows(w, "orders", slots, (slot) => w.text("clientId", orders.clientId(slot)));
  const triggered = s.triggered.slice(s.triggeredHead).filter((id) => {
    const slot = orders.byId.get(id);
    return slot !== NONE && orders.triggerQueued(slot) === TRIGGER_QUEUED;
  });
  w.list(
    "triggered",
    ["order"],
    triggered.map((id) => [id]),
  );
}

/** The state that {@link writeSnapshot} wrote. Throws InvariantError on a damaged stream. */
export function readSnapshot(bytes: Uint8Array): State {
  return readState(new SnapshotStateReader(bytes));
}

/** The state that {@link stateRows} told. Throws InvariantError for rows that no state has. */
export function stateOf(rows: StateRows, others?: RowsOfOthers): State {
  return readState(new RowsReader(rows, others));
}

function readState(r: StateReader): State {
  const s = new State();
  assert(r.count("venue") === 1, "there is one row of the venue");
  r.row("venue", 0);
  for (const name of ["seq", "time", "nextId", "nextPriority", "venueSeed"] as const)
    s[name] = r.number(name);
  s.venueName = r.text("venueName");
  s.sealedSeed = r.text("sealedSeed");
  s.fundRule = { floor: r.integer("fundFloor"), notionalMax: r.integer("fundNotionalMax") };
  s.firstSeq = s.seq + 1;
  assert(s.nextId >= FIRST_ID, "ids are counted from their origin");

  readRows(r, "contracts", (index) => readContract(r, s, contractIndex(index)));

  const { accounts, holdings, entries, positions, orders } = s;
  const accountCount = r.peekCount("accounts");
  while (accounts.top <= accountCount) initAccount(s, accounts.take(), 0, "");
  accounts.byName.clear();
  const accountSlots = accounts.ids();
  r.columns("accounts", accountSlots, accounts.persisted());
  for (const [i, account] of accountSlots.entries()) {
    r.row("accounts", i);
    accounts.names[account] = r.text("name");
    accounts.byName.set(accounts.names[account], account);
    accounts.rules[account] = rulesOfKind(accounts.kind[account]);
    if (accounts.kind[account] === ACCOUNT_PAPER_POOL) s.funds[MEETS_POOL] = account;
    accounts.fees[account] = readFields(r, storedFee);
  }
  r.columns(
    "balances",
    accountSlots.map((account) => accounts.entry[account]),
    s.entries.persisted(),
  );

  const [holders, held] = r.peek("settings", ["account", "contract"]);
  for (const [i, account] of holders!.entries()) holdingFor(s, accountId(account), contractIndex(held![i]!));
  const holdingSlots = holdings.slots();
  r.columns("settings", holdingSlots, holdings.persisted());
  for (const [i, holding] of holdingSlots.entries()) {
    r.row("settings", i);
    if (r.number("hasFees") === 1) holdings.fees[holdings.rowOf(holding)] = readFields(r, storedFee);
    resolveRates(s, holding);
    if (holdings.countdownDue[holding] !== 0) s.countdowns.push(holding);
  }

  const positionSlots = Array.from({ length: r.peekCount("positions") }, () => positions.take());
  r.columns("positions", positionSlots, positions.persisted());
  const isolated: EntrySlot[] = [];
  for (const p of positionSlots) {
    const account = positions.account[p];
    positions.byId.set(positions.id[p], p);
    positions.holding[p] = holdingFor(s, account, positions.contract[p]);
    positions.entry[p] = accounts.entry[account];
    if (positions.marginMode[p] === ISOLATED) {
      const entry = entries.open(account, 0, ISOLATED, positions.id[p], 0);
      positions.entry[p] = entry;
      isolated.push(entry);
    }
    linkPosition(s, p);
    watchAgain(s, account); // bands are not kept: every account's margin is checked anew
  }
  r.columns("isolatedBalances", isolated, s.entries.persisted());
  readOrders(r, s);

  readRows(r, "keys", () => {
    const key = r.record(eventLayouts.keyAdded);
    const disabled = r.number("disabled") === 1;
    const before = r.optional("before", eventLayouts.keyChanged);
    s.directory.keys.set(key.key, { ...key, disabled, before: before && settingsOf(before) });
  });
  for (const { account, position, forced } of r.list("liquidations", liquidationFields))
    s.liquidations.push({ account: accountId(account), position, forced: forced === 1 });
  for (const { order, account, lots } of r.list("paperTaken", takenFields)) {
    const byAccount = s.paperTakes.get(order) ?? new Map<AccountId, Lots>();
    s.paperTakes.set(order, byAccount.set(accountId(account), lots));
  }
  for (const flow of r.list("paperFlows", paperFlowFields))
    s.paperFlows.push({ ...flow, contract: contractIndex(flow.contract) });
  readRows(r, "movements", () => {
    const movement = r.record(eventLayouts.movementBegun);
    s.movements.set(movement.id, movement);
  });
  for (const { hash, order } of r.list("requests", requestFields)) s.requests.add(hash, order);
  readOperators(r, s);
  readRows(r, "contests", () => {
    const { name, definition } = r.record(eventLayouts.contestSet);
    s.contests.set(name, definition);
  });
  readRows(r, "invitations", () => {
    const invitation = r.record(eventLayouts.invitationSet);
    const accounts = r.table("accepted", acceptedFields).map(({ account }) => accountId(account));
    s.invitations.set(invitation.name, { ...invitation, accounts });
  });
  readRows(r, "notices", () => s.notices.push(r.record(eventLayouts.noticeSent)));
  readRows(r, "house", () => {
    const house = new ContractHouse(r.record(eventLayouts.houseSet));
    const progress: Record<(typeof houseProgress)[number], number> = house;
    for (const name of houseProgress) progress[name] = r.number(name);
    s.house.set(house.rule.contract, house);
  });
  readRows(r, "latencies", () => {
    const latency = new Latency(r.record(eventLayouts.latencySet));
    for (const name of latencyProgress) latency[name] = r.number(name);
    s.latencies.set(latency.rule.account, latency);
  });
  for (const { order, dueTime } of r.list("cancelsSent", cancelSentFields)) s.cancelsSent.set(order, dueTime);
  for (const { order, price, size } of r.list("amendsSent", amendSentFields))
    s.amendsSent.set(order, { price, size });
  for (const { order, count } of r.list("amendments", amendmentFields)) s.amendments.set(order, count);
  const { waiting, ofOrder, late } = s.directives;
  readRows(r, "directives", () => {
    const directive = r.record(eventLayouts.directiveSet);
    waiting.set(directive.directive, { directive, left: r.number("left") });
  });
  readRows(r, "directed", () => {
    const order = r.number("follower");
    ofOrder.set(order, [...(ofOrder.get(order) ?? []), r.record(eventLayouts.directiveSet)]);
  });
  readRows(r, "latePresets", () => late.push(r.record(eventLayouts.presetsPostponed)));
  r.end();
  for (const { count, top, stride } of [orders, positions])
    assert(count * stride === top, "a restored pool has no holes");
  return s;
}

function readOperators(r: StateReader, s: State): void {
  readRows(r, "operators", () => {
    const { time: addedTime, ...operator } = r.record(eventLayouts.operatorAdded);
    s.operators.set(operator.name, { ...operator, addedTime, tokenTime: r.number("tokenTime") });
  });
  readRows(r, "references", () => {
    const { reference, terms, answer } = r.record(eventLayouts.answerKept);
    const steps = r.table("steps", stepFields);
    s.references.set(reference, { terms, answer, steps });
  });
}

function readOrders(r: StateReader, s: State): void {
  const { orders, accounts } = s;
  const slots = Array.from({ length: r.peekCount("orders") }, () => orders.take());
  r.columns("orders", slots, orders.persisted());
  const due = r.column("orders", "due");
  const extremes = r.column("orders", "extreme");
  const related = relatives.map((name) => [name, r.column("orders", name)] as const);
  for (const [i, slot] of slots.entries()) {
    r.row("orders", i);
    const clientId = r.text("clientId");
    const account = orders.account[slot];
    orders.clientIds[orders.rowOf(slot)] = clientId;
    orders.byId.set(orders.id[slot], slot);
    orders.holding[slot] = holdingFor(s, account, orders.contract[slot]);
    linkOrder(s, slot);
    if (clientId !== "") {
      accounts.clientIds[account] ??= new Map();
      accounts.clientIds[account].set(clientId, slot);
    }
    if (orders.conditions.goodTill[orders.condition[slot]] !== 0) watchDate(s, slot);
    if (extremes[i]! > 0) orders.conditions.extreme[orders.condition[slot]] = extremes[i]!;
    const queued = orders.triggerQueued(slot);
    if (due[i]! > 0) {
      orders.heapKey[slot] = due[i]!;
      s.delayed.push(slot);
    } else if (
      orders.state[slot] === STATE_UNTRIGGERED &&
      (queued === TRIGGER_WATCHED || queued === TRIGGER_TRAILING)
    ) {
      watchTrigger(s, slot);
    }
  }
  const slotOf = (id: OrderId): OrderSlot => (id === 0 ? NONE : orders.byId.get(id));
  for (const [i, slot] of slots.entries()) {
    for (const [name, ids] of related) {
      const relative = slotOf(ids[i]!);
      assert(orders.hasConditions(slot) || relative === NONE, "only an order with conditions has relatives");
      if (relative !== NONE) orders.conditions[name][orders.condition[slot]] = relative;
    }
  }
  const resting = slots.filter((slot) => orders.restsWhere[slot] !== RESTS_NOWHERE);
  resting.sort((a, b) => orders.priority[a] - orders.priority[b]);
  for (const slot of resting) {
    if (orders.restsWhere[slot] === RESTS_ON_PAPER) openShadow(s, s.contracts[orders.contract[slot]]);
    restingBook(s, slot).add(slot);
  }
  for (const { order } of r.list("triggered", ["order"])) s.triggered.push(order);
}

/** A section of its own, row by row. */
function writeRows<T>(w: StateWriter, section: string, rows: Iterable<T>, write: (row: T) => void): void {
  const all = [...rows];
  w.count(section, all.length);
  moreOfRows(w, section, all, write);
}

/** What the rows of a section have beside their columns. */
function moreOfRows<T>(w: StateWriter, section: string, rows: readonly T[], write: (row: T) => void): void {
  for (const [i, row] of rows.entries()) {
    w.row(section, i);
    write(row);
  }
}

/** The rows of {@link writeRows}. */
function readRows(r: StateReader, section: string, read: (index: number) => void): void {
  const rows = r.count(section);
  for (let i = 0; i < rows; i++) {
    r.row(section, i);
    read(i);
  }
}

/**
 * What a contract is, by the record of its listing; its market, by its declared numbers
 * (data/model/contracts.ts) and the fields of its rules. Three things of it are no numbers under a name, and
 * have their form here: the ring of basis samples, oldest first, so that where it begins in memory does not
 * show; what its sources said last; the sums of premiums, which have no bound.
 */
function writeContract(w: StateWriter, contract: Contract): void {
  w.record(eventLayouts.contractListed, { ...contract, ...contract.terms, contract: contract.index });
  for (const name of contractPersisted) w.number(name, contract[name]);
  w.table(
    "basis",
    ["points"],
    contract.basis.toArray().map((points) => [points]),
  );
  writeFields(w, markRuleFields, contract.markRule, "mark");
  writeFields(w, riskRuleFields, contract.riskRule);
  const kept = contract.keptMargins.map(({ riskRule }) =>
    riskRuleNames.map((name) => Number(riskRule[name])),
  );
  w.table("keptRules", riskRuleNames, kept);
  const sources = [...contract.sources.values()];
  w.table(
    "sources",
    sourceFields,
    sources.map((each) => sourceFields.map((name) => each[name])),
  );
  w.number("premiumSamples", contract.premium.count);
  w.integer("premiumWeighted", contract.premium.weighted);
  w.integer("premiumSum", contract.premium.sum);
}

function readContract(r: StateReader, s: State, index: ContractIndex): void {
  const contract = new Contract(index, r.record(eventLayouts.contractListed), s.orders, s.holdings);
  const numbers: Record<(typeof contractPersisted)[number], number> = contract;
  for (const name of contractPersisted) numbers[name] = r.number(name);
  contract.basis = BasisSamples.from(r.table("basis", ["points"]).map(({ points }) => points));
  contract.markRule = readFields(r, markRuleFields, "mark");
  contract.changeRiskRule(readFields(r, riskRuleFields));
  for (const words of r.table("keptRules", riskRuleNames)) {
    const rule = riskRuleFrom((name) => words[name]);
    contract.keptMargins.push(contract.marginUnder(rule));
  }
  for (const each of r.table("sources", sourceFields)) contract.sources.set(each.source, each);
  contract.premium.count = r.number("premiumSamples");
  contract.premium.weighted = r.integer("premiumWeighted");
  contract.premium.sum = r.integer("premiumSum");
  s.contracts.push(contract);
  s.contractBySymbol.set(contract.symbol, index);
  s.holdingOf.push(new Map());
}

const acceptedFields = ["account"] as const;
const stepFields = ["kind", "id"] as const;
const riskRuleNames = Object.keys(riskRuleFields) as (keyof typeof riskRuleFields)[];
const sourceFields = ["source", "points", "weight", "time"] as const;
/** The orders linked to an order: slots in the state, ids in a snapshot. */
const relatives = ["takeProfitChild", "stopLossChild", "sibling"] as const;
const liquidationFields = ["account", "position", "forced"] as const;
const takenFields = ["order", "account", "lots"] as const;
const cancelSentFields = ["order", "dueTime"] as const;
const amendSentFields = ["order", "price", "size"] as const;
const amendmentFields = ["order", "count"] as const;
const requestFields = ["hash", "order"] as const;

/** The fields of a fee setting in the order in which a snapshot has them: flags first. */
const storedFee = Object.fromEntries(
  Object.entries(feeFields).sort(([, a], [, b]) => Number(b === "flag") - Number(a === "flag")),
) as typeof feeFields;

/** The fields of a flow, in the order in which they are stored. */
const paperFlowFields = ["contract", "side", "price", "lots", "priority", "order"] as const;

function byKey(a: readonly [number, unknown], b: readonly [number, unknown]): number {
  return a[0] - b[0];
}

/** Slots in use, ascending by id. */
function slotsById<Slot extends number>(pool: Pool<Slot> & { readonly id: Doubles<Slot> }): Slot[] {
  return pool.slots().sort((a, b) => pool.id[a] - pool.id[b]);
}
