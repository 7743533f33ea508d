import type { Static } from "typebox";
import { Type } from "typebox";
import { decimal, described, shape, text, timeNumber } from "../fields.ts";
import {
  account,
  accountName,
  count,
  flag,
  leg,
  marketTime,
  milliseconds,
  order,
  position,
  symbol,
} from "./fields.ts";
import { LiveOrder } from "./order.ts";

/** Control's answers about accounts, their keys, their money and their agents. */

const kind = Type.Enum(["user", "house", "system", "paper", "paper-pool"], { description: "Whose it is" });
export type AccountKind = Static<typeof kind>;
const status = Type.Enum(["normal", "frozen", "restricted"], { description: "What it may do" });
export type AccountStatus = Static<typeof status>;
const wallet = decimal("What it has, with what its positions cost and brought, USDT");
const equity = decimal("What it is worth at mark, USDT");
const unrealized = decimal("Profit of its open positions at mark, USDT");
const available = decimal("What backs new orders, USDT");
const withdrawable = decimal("What it can part with, USDT");

export const AccountRow = shape({
  account,
  name: accountName,
  kind,
  status,
  wallet: Type.Optional(wallet),
  equity: Type.Optional(equity),
  unrealized: Type.Optional(unrealized),
  positions: Type.Optional(count("Open positions")),
});
export type AccountRow = Static<typeof AccountRow>;
export const Accounts = Type.Array(AccountRow, {
  description: "By id; with their money if it was asked for",
});
export type Accounts = Static<typeof Accounts>;

export const AccountsPage = shape({
  total: count("Accounts that the filter leaves"),
  accounts: Type.Array(AccountRow, { description: "Those of the page, in its order, with their money" }),
});
export type AccountsPage = Static<typeof AccountsPage>;

export const ManyAccounts = Type.Array(AccountRow, {
  description: "The accounts that the operation opened or changed, as they are afterwards; by id",
});
export type ManyAccounts = Static<typeof ManyAccounts>;

export const Message = shape({
  message: count("Its number, from 1"),
  time: marketTime("When it was sent"),
  text: text("What it says"),
  accounts: Type.Array(account, { description: "To whom" }),
});
export type Message = Static<typeof Message>;
export const Messages = Type.Array(Message, { description: "In the order in which they were sent" });
export type Messages = Static<typeof Messages>;

export const AccountOpened = shape({ account, name: accountName });
export type AccountOpened = Static<typeof AccountOpened>;
export const AccountChanged = shape({ account });
export type AccountChanged = Static<typeof AccountChanged>;

export const AccountPosition = shape({
  position,
  symbol,
  leg,
  marginMode: Type.Enum(["shared", "isolated"], { description: "Which margin carries it" }),
  size: decimal("In the base coin"),
  entry: decimal("Average price at which it was opened"),
  breakEven: decimal("Price that gives back its entry with fees and funding, before the fee of the close"),
  leverage: decimal("A factor"),
  margin: decimal("What it binds, USDT; of an isolated one, the wallet of its entry"),
  unrealized: decimal("Profit at mark, USDT"),
  mark: decimal("Mark price"),
  liquidationPrice: decimal("Estimated; 0: there is none"),
  adlLight: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 5, description: "The nearer to auto-deleveraging, the more" }),
  ),
});
export type AccountPosition = Static<typeof AccountPosition>;

const feeFields = {
  takerFeeRate: Type.Optional(decimal("A fraction")),
  makerFeeRate: Type.Optional(decimal("A fraction; below 0: a rebate")),
  discount: Type.Optional(decimal("Multiplies both fees")),
  takerDiscount: Type.Optional(decimal("Multiplies the taker fee")),
  makerDiscount: Type.Optional(decimal("Multiplies the maker fee")),
};

/** Samples of a message's delay, in ms. */
const samplesOf = (description: string) =>
  shape(
    {
      samples: count("How many there are to draw from; 0: no time at all"),
      leastMs: milliseconds("The shortest"),
      meanMs: Type.Number({ description: "Their mean, ms" }),
      mostMs: milliseconds("The longest"),
    },
    description,
  );
const toBook = samplesOf("From the client to the book");
const toPush = samplesOf("From the book to its pushes");

const Countdown = shape({
  symbol,
  which: Type.Enum(["resting", "waiting", "all"], { description: "Which orders it cancels" }),
  due: marketTime("When, unless it is put off"),
});

export const AccountView = shape({
  account,
  name: accountName,
  kind,
  status,
  fees: Type.Object(feeFields, {
    additionalProperties: false,
    description: "Of its own; what is left out is the contract's",
  }),
  symbolFees: Type.Array(shape({ symbol, ...feeFields }), { description: "Of its own in a contract" }),
  selfTradePrevention: text("What happens when own orders meet"),
  positionMode: text("`hedge`: a leg each way; `one-way`: one net position a contract"),
  marginCallPercent: count(
    "Margin is called for once the requirement is so many per cent of equity; 0: never, until the account's user data stream is opened, which makes it 80",
  ),
  group: count("Accounts of one group do not meet in the book; 0: of none"),
  orderRateLimitPerMinute: count("Own limit on placements; 0: none"),
  orderDelayMs: milliseconds("How long a new order waits"),
  cancelDelayMs: milliseconds("How long a cancel waits"),
  latency: shape({ toBook, toPush }, "How long its messages are on their way"),
  limitsLifted: flag("Whether the venue's limits are lifted for it"),
  wallet,
  equity,
  available,
  withdrawable,
  unrealized,
  liveOrders: count("Live orders"),
  orders: Type.Array(LiveOrder, { description: "The live ones, newest first" }),
  countdowns: Type.Optional(
    Type.Array(Countdown, { description: "That will cancel its orders in a contract; left out: none runs" }),
  ),
  positions: Type.Array(AccountPosition, { description: "In order of opening" }),
  createdTime: marketTime("When it was opened"),
  version: count("Last command that changed it"),
});
export type AccountView = Static<typeof AccountView>;

export const AccountLatency = shape({
  account,
  seed: Type.Integer({ description: "What they are drawn with" }),
  toBook,
  toPush,
});
export type AccountLatency = Static<typeof AccountLatency>;

export const AccountMoney = shape({ account, wallet, available });
export type AccountMoney = Static<typeof AccountMoney>;

export const AccountReset = shape({
  account,
  canceledOrders: count("Orders that were cancelled"),
  closedPositions: count("Positions that were closed"),
  openPositions: Type.Array(shape({ position, symbol, leg, size: decimal("In the base coin") }), {
    description: "What the book did not take; the balance is left alone then",
  }),
  moved: decimal("What its balance was changed by, USDT"),
  wallet,
});
export type AccountReset = Static<typeof AccountReset>;
export const PaperAccount = shape({
  account,
  owner: Type.Integer({ description: "Id of the user whose it is" }),
  wallet: decimal("Simulated USDT"),
});
export type PaperAccount = Static<typeof PaperAccount>;

export const ReferralView = shape({
  account,
  name: accountName,
  agent: Type.Integer({ description: "Id of the account that brought it" }),
  rebateRate: decimal("The agent's part of the trading fees, a fraction"),
  referredTime: marketTime("Since when"),
  fees: decimal("Trading fees since the last payment, USDT"),
  due: decimal("What of them is the agent's, USDT"),
});
export type ReferralView = Static<typeof ReferralView>;
export const Referrals = Type.Array(ReferralView);
export type Referrals = Static<typeof Referrals>;
export const ReferralSet = Type.Union([
  ReferralView,
  shape({ account, agent: Type.Literal("none", { description: "It has none any more" }) }),
]);
export type ReferralSet = Static<typeof ReferralSet>;
export const RebatesPaid = shape({
  account,
  fees: decimal("Trading fees since the payment before, USDT"),
  paid: decimal("What of them the agent got, USDT"),
  agent: described(AccountMoney, "The agent that was paid"),
});
export type RebatesPaid = Static<typeof RebatesPaid>;

export const Deleveraged = shape({ order, closed: decimal("Size that was closed, in the base coin") });
export type Deleveraged = Static<typeof Deleveraged>;

const keySettings = {
  label: text("Shown in lists"),
  permissions: Type.Array(Type.Enum(["read", "spot", "futures", "direct"]), {
    description: "What it may do",
  }),
  addresses: Type.Array(text("An address or a CIDR block"), { description: "None: any" }),
  expires: timeNumber("Market time, Unix ms; 0: never"),
};
const apiKey = text("The key, as it is sent");

const keyKinds = ["HMAC", "RSA", "Ed25519"] as const;

export const KeyView = shape({
  apiKey,
  account,
  kind: Type.Enum([...keyKinds], {
    description:
      "How its requests are signed: with the secret, or with the private half of what was registered",
  }),
  ...keySettings,
  activeFrom: timeNumber("Market time since which these settings hold, Unix ms; 0: since the key was made"),
  wire: text("Its wire profile; empty: the venue's"),
  disabled: flag("For good"),
  until: Type.Optional(
    Type.Object(keySettings, { additionalProperties: false, description: "What it is until `activeFrom`" }),
  ),
});
export type KeyView = Static<typeof KeyView>;
export const Keys = Type.Array(KeyView);
export type Keys = Static<typeof Keys>;

/** The ways in which value comes to an account: from another one, or from nobody in particular. */
const passedKinds = ["trades", "funding", "cover", "moved", "market"] as const;
export type PassedKind = (typeof passedKinds)[number];
export const ValuePassed = Type.Array(
  shape({
    account: text("Name of the account"),
    kind: Type.Enum([...passedKinds], {
      description:
        "`cover`: what the insurance fund paid for a loss beyond what there was; `moved`: from outside, less what went out; `market`: moves of the index on what was held",
    }),
    with: text('Name of the account it traded with; "" for what is no trade'),
    count: count("Fills, or bills"),
    traded: decimal("Price · size, USDT"),
    amount: decimal(
      "What the account gained before fees, USDT; each trade is valued against the index at its time",
    ),
    fees: decimal("Paid for those trades, USDT"),
  }),
  {
    description:
      "By account. Its amounts less its fees are the rise of its equity in the span, positions at the index",
  },
);
export type ValuePassed = Static<typeof ValuePassed>;

export const NewKey = shape({
  apiKey,
  secret: text("Signs requests; shown this once"),
  passphrase: text("Sent with each request; shown this once"),
});
export type NewKey = Static<typeof NewKey>;
export const KeyNamed = shape({ apiKey });
export type KeyNamed = Static<typeof KeyNamed>;
export const KeyRegistered = shape({
  apiKey,
  kind: Type.Enum(keyKinds.slice(1), { description: "What the public half is of" }),
});
export type KeyRegistered = Static<typeof KeyRegistered>;
export const KeyChanged = shape({ apiKey, effectiveFrom: timeNumber("Market time, Unix ms; 0: now") });
export type KeyChanged = Static<typeof KeyChanged>;

const movement = Type.Integer({ description: "Id of the movement" });
export const MovementMade = shape({ movement });
export type MovementMade = Static<typeof MovementMade>;
export const MovementSettled = shape({ movement, completed: flag("false: dropped") });
export type MovementSettled = Static<typeof MovementSettled>;
export const PendingMovement = shape({
  movement,
  kind: text("deposit, withdraw or transfer"),
  from: Type.Integer({ description: "Id of the account it leaves" }),
  to: Type.Integer({ description: "Id of the account it reaches" }),
  amount: decimal("USDT"),
});
export type PendingMovement = Static<typeof PendingMovement>;
export const PendingMovements = Type.Array(PendingMovement);
export type PendingMovements = Static<typeof PendingMovements>;

export const FundView = shape({
  account,
  wallet,
  equity,
  withdrawable,
  unrealized,
  floor: decimal("It takes over nothing that would leave its equity at mark below this, USDT"),
  notionalMax: decimal("What its positions may be worth together, USDT; 0: no limit"),
  positions: Type.Array(
    shape({
      position,
      symbol,
      leg,
      size: decimal("In the base coin"),
      unrealized: decimal("Profit at mark, USDT"),
    }),
    { description: "What it has taken over" },
  ),
});
export type FundView = Static<typeof FundView>;
