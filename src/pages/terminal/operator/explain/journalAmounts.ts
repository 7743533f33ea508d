/** Where an amount in a record of the journal comes from. */
export interface Meaning {
  /** How the amount is computed, in words and signs; the names are fields of the same record. */
  readonly formula: string;
  /** The record's fields that go into the formula; a field absent from the record is 0. */
  readonly terms: readonly string[];
}

const of = (formula: string, ...terms: string[]): Meaning => ({ formula, terms });

const asked = of("what was asked for, to the last digit");
const frozen = of(
  "⌈price · remaining / leverage⌉ + ⌈price · remaining · feeRate⌉ + what filling at price would lose against markPoints; 0 for what closes",
  ...["price", "remaining", "leverage", "feeRate", "markPoints"],
);
const simulated = of("simulated money that the paper account begins with");
const fundFloor = of("the insurance fund's equity at mark stays at or above this");
const fundNotional = of("what the fund's positions may be worth at mark together; left out: no limit");
const began = of("what was announced; it moves when the movement is completed", "movement", "from", "to");

/** Amounts of an order as a whole. */
const order = {
  filledValue: of("Σ size · price of its fills", "size", "remaining"),
  fee: of("Σ fee of its fills; below 0: received"),
  liquidationFee: of("Σ liquidation fee of its fills"),
  realized: of("Σ realized of its fills: ±(value − entry value of what was closed) − fee − liquidation fee"),
};

/** Amounts of one side of a trade, under the names that its record has for them. */
function side(named: (field: string) => string, fee: Meaning) {
  const [value, action, paid, liquidationFee] = ["value", "action", "fee", "liquidationFee"].map(named);
  const terms = [value!, action!, paid!, liquidationFee!];
  return {
    [paid!]: fee,
    [liquidationFee!]: of(
      "what a liquidation takes besides: at most value · the contract's liquidation fee rate, and no more than the position has left",
      ...[value!, named("kind")],
    ),
    [named("realized")]: of(
      `of a close: ±(${value} − entry value of what was closed) − ${paid} − ${liquidationFee}; of an opening nothing`,
      ...terms,
    ),
    [named("balance")]: of(
      `amount of the account's cash after it: before, − ${value} for what buys, + ${value} for what sells, − ${paid} − ${liquidationFee}`,
      ...terms,
    ),
    [named("feeBalance")]: of(`the fee account's cash after it took ${paid}`, paid!),
  };
}

const sideOf = (who: "maker" | "taker") => ({
  [`${who}Value`]: of(
    "size · price of what this side comes to: all of the trade, unless its order goes through zero; then what it closes",
    ...[`${who}Size`, "price"],
  ),
  ...side(
    (field) => `${who}${field.charAt(0).toUpperCase()}${field.slice(1)}`,
    of(
      `value · the account's ${who} rate, truncated at 1e-8 (up where the contract's risk rule says so); below 0: received; none where they meet outside the book`,
      ...[`${who}Value`, "origin"],
    ),
  ),
});
const invited = of("what each account that comes by the invitation begins with; 0: nothing");

/**
 * Every amount of money that a command or an event of the journal has, by kind and field. The rules behind
 * them, with numbers: docs/reference/ledger.md, margin.md, fees.md, funding.md, liquidation.md.
 */
export const MEANINGS: Readonly<Record<string, Readonly<Record<string, Meaning>>>> = {
  // ---- commands
  openPaper: { amount: simulated },
  resetPaper: { amount: simulated },
  openAccounts: { amount: of("what each account begins with; 0: nothing") },
  setInvitation: { amount: invited },
  changeAccounts: { amount: of("what each account gets, where money is what changes", "change") },
  moveMoney: { amount: asked },
  beginMovement: { amount: asked },
  adjustMargin: { amount: of("margin put to the isolated position; below 0: taken from it") },
  setFundRule: { floor: fundFloor, notionalMax: fundNotional },
  // ---- events
  invitationSet: { amount: invited },
  fundRuleChanged: { floor: fundFloor, notionalMax: fundNotional },
  moneyMoved: {
    amount: of("leaves one side and reaches the other: the two bills sum to 0", "movement"),
    fromBalance: of("cash of the side that it left: before − amount", "amount", "fromAccount"),
    toBalance: of("cash of the side that it reached: before + amount", "amount", "toAccount"),
  },
  rebatePaid: {
    fees: of("Σ trading fees of the account since command sinceSeq", "sinceSeq", "account"),
    amount: of("⌊fees · rebateRate⌋", "fees", "rebateRate"),
  },
  movementBegun: { amount: began },
  movementEnded: { amount: began },
  fundingSettled: {
    amount: of("size · mark of the position · rate; longs pay a rate above 0, shorts receive it", "rate"),
    balance: of("cash of the entry after it: before + amount", "amount"),
  },
  liquidationFeeReceived: {
    amount: of("the liquidation fee that the trade before this took", "trade"),
    balance: of("the insurance fund's cash after it: before + amount", "amount"),
  },
  marginCalled: {
    equity: of("cash + Σ ±size · mark, at this moment"),
    requirement: of("what equity has to stay above: Σ size · mark · rate of its tier − the tier's deduction"),
  },
  liquidationStarted: {
    equity: of("cash + Σ ±size · mark, when it began"),
    requirement: of("Σ size · mark · rate of its tier − the tier's deduction: what equity had to stay above"),
    balance: of("cash of the entry when it began; the bill is of 0"),
  },
  liquidationFinished: { balance: of("cash of the entry when it was over; the bill is of 0") },
  positionClosed: {
    openValue: of("Σ size · price of its opening fills"),
    openFee: of("Σ fee of its opening fills"),
    closeValue: of("Σ size · price of its closing fills"),
    closeFee: of("Σ fee of its closing fills"),
    funding: of("Σ funding while it was open; above 0: received"),
    liquidationFee: of("Σ liquidation fee of its closing fills"),
  },
  orderPlaced: { ...order, frozen },
  orderAmended: { frozen },
  orderPriced: {
    frozen: of(
      "what an order at this price holds back: ⌈price · what it has left / its leverage⌉ + ⌈price · what it has left · its fee rate⌉ + what filling at price would lose; 0 for what closes",
      "price",
    ),
  },
  orderTriggered: {
    frozen: of(
      "⌈price · size / leverage⌉ + ⌈price · size · feeRate⌉ + what filling at price would lose against markPoints; 0 for what closes",
      ...["price", "size", "leverage", "feeRate", "markPoints"],
    ),
  },
  orderEnded: order,
  traded: {
    value: of("size · price, exact; outside the book what was agreed", "size", "price", "origin"),
    ...sideOf("maker"),
    ...sideOf("taker"),
  },
  tradeTurned: {
    value: of("size · price of what opens after the close", "size", "price"),
    ...side(
      (field) => field,
      of("what the fee of the whole is more than that of the close before it, truncated once", "value"),
    ),
  },
};

export function meaningOf(record: string, field: string): Meaning | undefined {
  return MEANINGS[record]?.[field];
}
