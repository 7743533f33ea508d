/**
 * What the control surface answers (docs/reference/control.md). Amounts, prices, rates and leverages are decimal text; times are Unix
 * milliseconds.
 */

export interface ClockView {
  readonly mode: "wall" | "frozen" | "scaled";
  /** Milliseconds of market time in one of the host's; 0 while frozen. */
  readonly speed: number;
  /** Market time. */
  readonly time: number;
  readonly iso: string;
  readonly hostTime: number;
  readonly aheadMs: number;
}

export interface AuditView {
  readonly running: boolean;
  readonly passes: number;
  readonly violations: number;
  readonly broken: string | null;
  readonly checking: string | null;
  readonly longestSliceMs: number;
  readonly lastPass: {
    readonly seq: number;
    readonly time: number;
    readonly tookMs: number;
    readonly busyMs: number;
  } | null;
}

export interface VenueStatus {
  readonly state: "running" | "halted" | "stopped";
  readonly haltReason: string | null;
  readonly headSeq: number;
  readonly durableSeq: number;
  readonly history: string;
  readonly historyLag: number;
  readonly digest: string;
  readonly format: string;
  readonly market: string;
  readonly limits: string;
  readonly clock: ClockView;
  readonly uptimeMs: number;
  readonly audit: AuditView;
}

/** An audit of the whole state, done for whoever asks. */
export type AuditOutcome =
  | {
      readonly passed: true;
      readonly seq: number;
      readonly tookMs: number;
      readonly accounts: number;
      readonly orders: number;
      readonly positions: number;
      readonly money: string;
    }
  | { readonly passed: false; readonly seq: number; readonly broken: string };

export type AccountKind = "user" | "house" | "system" | "paper" | "paper-pool";
export type AccountStatus = "normal" | "frozen" | "restricted";

export interface AccountRow {
  readonly account: number;
  readonly name: string;
  readonly kind: AccountKind;
  readonly status: AccountStatus;
  /** The rest is there where it was asked for. */
  readonly wallet?: string;
  readonly equity?: string;
  readonly unrealized?: string;
  readonly positions?: number;
}

export interface AccountPosition {
  readonly position: number;
  readonly symbol: string;
  readonly leg: "long" | "short";
  readonly size: string;
  readonly leverage: string;
  readonly unrealized: string;
  readonly mark: string;
  readonly liquidationPrice: string;
  /** 1 to 5: the nearer to auto-deleveraging, the more. */
  readonly adlLight?: number;
}

export interface LiveOrder {
  readonly order: number;
  readonly symbol: string;
  readonly action: string;
  readonly state: string;
  /** "market" for a market order. */
  readonly price: string;
  readonly triggerPrice: string;
  readonly size: string;
  readonly remaining: string;
  readonly clientId: string;
}

/** An order, live or ended, with what it traded; what does not apply is left out. */
export interface OrderView extends Omit<LiveOrder, "triggerPrice"> {
  readonly kind: string;
  readonly timeInForce: string;
  readonly triggerPrice?: string;
  readonly triggerOn?: "last" | "mark";
  readonly takeProfit?: string;
  readonly stopLoss?: string;
  readonly marginMode: "shared" | "isolated";
  readonly leverage: string;
  readonly position?: number;
  readonly averagePrice?: string;
  readonly filledValue: string;
  readonly fee: string;
  readonly realized: string;
  readonly cancelReason?: string;
  readonly createdTime: number;
  readonly updatedTime: number;
}

/** A position that was to be closed: the order that does, and what is left; or why there is no order. */
export interface ClosingView {
  readonly position: number;
  readonly symbol: string;
  readonly leg: "long" | "short";
  readonly size: string;
  readonly order?: number;
  readonly left: string;
  readonly why?: string;
}

export interface AccountView {
  readonly account: number;
  readonly name: string;
  readonly kind: AccountKind;
  readonly status: AccountStatus;
  readonly selfTradePrevention: string;
  readonly orderRateLimitPerMinute: number;
  readonly orderDelayMs: number;
  readonly cancelDelayMs: number;
  readonly limitsLifted: boolean;
  readonly wallet: string;
  readonly equity: string;
  readonly available: string;
  readonly withdrawable: string;
  readonly unrealized: string;
  readonly liveOrders: number;
  readonly orders: readonly LiveOrder[];
  readonly positions: readonly AccountPosition[];
  readonly createdTime: number;
  readonly version: number;
}

export interface AccountMoney {
  readonly account: number;
  readonly wallet: string;
  readonly available: string;
}

/** A number with its formula and the terms that go into it. */
export interface ExplainedNumber {
  readonly name: string;
  readonly value: string;
  readonly formula: string;
  readonly terms: Readonly<Record<string, string | number>>;
}

export interface ExplainedAccount {
  readonly account: number;
  readonly seq: number;
  readonly time: number;
  readonly entries: readonly {
    /** 0: the shared entry; else the isolated position's. */
    readonly position: number;
    readonly marginMode: string;
    readonly numbers: readonly ExplainedNumber[];
    readonly symbols: readonly { readonly symbol: string; readonly numbers: readonly ExplainedNumber[] }[];
  }[];
}

export interface ExplainedLiquidation {
  readonly account: number;
  readonly position: number;
  readonly seq: number;
  readonly time: number;
  readonly forced: boolean;
  readonly equity: string;
  readonly requirement: string;
  readonly amountBefore: string;
  readonly amountAfter: string;
  readonly fills: readonly {
    readonly order: number;
    readonly type: string;
    readonly symbol: string;
    readonly size: string;
    readonly price: string;
    readonly value: string;
    readonly fee: string;
    readonly liquidationFee: string;
    readonly realized: string;
  }[];
  readonly bills: readonly {
    readonly bill: number;
    readonly type: string;
    readonly amount: string;
    readonly fee: string;
    readonly balance: string;
  }[];
}

export interface ExplainedRejection {
  readonly request: number;
  readonly time: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string;
  readonly reason: string;
  readonly rule?: string;
  readonly numbers?: Readonly<Record<string, string>>;
  readonly formulas?: readonly string[];
}

export interface AdlRank {
  readonly leg: "long" | "short";
  readonly rank: number;
  readonly light: number;
  readonly account: number;
  readonly position: number;
  readonly size: string;
  readonly score: string;
}

export interface KeyView {
  readonly apiKey: string;
  readonly account: number;
  readonly label: string;
  readonly permissions: readonly string[];
  readonly addresses: readonly string[];
  readonly expires: number;
  readonly activeFrom: number;
  readonly wire: string;
  readonly disabled: boolean;
}

/** The three strings of a new key: shown this once. */
export interface NewKey {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

export interface FundView {
  readonly account: number;
  readonly wallet: string;
  readonly equity: string;
  readonly withdrawable: string;
  readonly unrealized: string;
  readonly floor: string;
  readonly notionalMax: string;
  readonly positions: readonly { readonly symbol: string; readonly leg: string; readonly size: string }[];
}

export type ContractStatus = "trading" | "cancel-only" | "halted" | "delisted";

export interface ContractView {
  readonly symbol: string;
  readonly contract: number;
  readonly status: ContractStatus;
  readonly delistedAt: string | null;
  readonly apiTradable: boolean;
  readonly tick: string;
  readonly lot: string;
  readonly index: string;
  readonly mark: string;
  readonly last: string;
  readonly bestBid: string;
  readonly bestAsk: string;
  readonly openInterest: string;
  readonly baseCoin: string;
  readonly quoteCoin: string;
  readonly leverageMin: string;
  readonly leverageMax: string;
  readonly makerRate: string;
  readonly takerRate: string;
  readonly liquidationFeeRate: string;
  readonly bandBuyRate: string;
  readonly bandSellRate: string;
  readonly fundingIntervalMs: number;
  readonly tiers: readonly Tier[];
  readonly markRule: MarkRule;
  /** Option to word; the options are those of `POST contracts/risk`. */
  readonly riskRule: Readonly<Record<string, string>>;
}

export interface Tier {
  readonly notionalMax: number;
  readonly maintenanceRate: string;
  readonly leverageMax: string;
}

export interface MarkRule {
  readonly method: string;
  readonly window: number;
  readonly boundRate: string;
  readonly impactUnits: number;
}

/** Who could not carry a change. */
export interface Breach {
  readonly account: number;
  /** null: the shared entry. */
  readonly position: number | null;
  readonly equity: string;
  readonly requirement: string;
  readonly requirementNow: string;
}

export interface FundingView {
  readonly symbol: string;
  readonly rate: string;
  /** Market time of the settlement. */
  readonly due: number;
  readonly forecast: string;
  readonly index: string;
  readonly mark: string;
}

export interface PriceView {
  readonly symbol: string;
  readonly index: string;
  readonly mark: string;
  /** "sources" while outside sources report, else the kind of its feed; "none". */
  readonly source: string;
  readonly markRule: MarkRule;
  readonly sources: readonly {
    readonly source: number;
    readonly price: string;
    readonly weight: number;
    readonly live: boolean;
  }[];
}

/** What moves the market by itself. */
export interface ParticipantView {
  readonly name: string;
  readonly everyMs: number;
  readonly on: boolean;
}

export interface RequestEntry {
  readonly id: number;
  /** Host time. */
  readonly time: number;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly account: number;
  readonly address: string;
  readonly program: string;
  readonly weight: { readonly ip: number; readonly uid: number };
  readonly status: number;
  readonly code: string;
  readonly tookMs: number;
  readonly reason: string;
}

export interface RequestsView {
  readonly level: "off" | "errors" | "all";
  readonly entries: readonly RequestEntry[];
  readonly next: number;
  readonly lost: number;
}

/** A field of a journal's record: text, a number, or rows. */
export type RecordFields = {
  readonly [name: string]: string | number | boolean | readonly RecordFields[];
};

/** A command of the journal with all that it led to. */
export interface JournalEntry {
  readonly seq: number;
  /** Market time. */
  readonly time: number;
  /** Host time at which it was durable. */
  readonly durableAt: number;
  /** Commands that went to the disk with it. */
  readonly frame: { readonly firstSeq: number; readonly count: number };
  readonly command: string;
  /** The operator who did it over control, if one did. */
  readonly by?: string;
  /** "done", or the rule that refused it. */
  readonly outcome: string;
  /** Names of the accounts that it or its events touch. */
  readonly accounts: readonly string[];
  readonly fields: RecordFields;
  readonly events: readonly { readonly event: string; readonly fields: RecordFields }[];
}

export interface JournalView {
  /** Ascending. */
  readonly entries: readonly JournalEntry[];
  readonly head: number;
  readonly next: number;
  readonly lost: number;
}

/** Each may what those before it may. */
export type OperatorRole = "read" | "operate" | "admin";

export interface OperatorsView {
  /** Whose token was sent. */
  readonly you: string;
  readonly operators: readonly {
    readonly name: string;
    readonly role: OperatorRole;
    /** Market time; `null` of the first, whose token is the admin token. */
    readonly addedTime: number | null;
    /** Since when its token holds. */
    readonly tokenTime: number | null;
  }[];
}

/** Kinds of records, by their letters. */
export interface JournalKinds {
  readonly commands: readonly string[];
  readonly events: readonly string[];
}

export interface PendingMovement {
  readonly movement: number;
  readonly kind: string;
  readonly from: number;
  readonly to: number;
  readonly amount: string;
}

export interface SavedState {
  readonly name: string;
  readonly seq: number;
  readonly time: number;
  readonly digest: string;
  readonly savedAt: number;
}
