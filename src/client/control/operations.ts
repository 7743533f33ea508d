import type {
  AccountKind,
  AccountMoney,
  AccountReset,
  AccountRow,
  AccountStatus,
  AccountView,
  AdlRank,
  AuditOutcome,
  AuditView,
  BackupOutcome,
  Breach,
  BundleOutcome,
  ClockView,
  ClosingView,
  ContestView,
  ContractStatus,
  ContractTerms,
  ContractView,
  ExplainedAccount,
  ExplainedLiquidation,
  ExplainedRejection,
  FundingView,
  FundView,
  JournalKinds,
  JournalView,
  KeyNamed,
  KeyView,
  LimitsView,
  LiveOrder,
  MarkRuleSet,
  MovementSettled,
  NewKey,
  OperatorRole,
  OperatorsView,
  OrderView,
  PaperAccount,
  ParticipantView,
  PendingMovement,
  PricesReported,
  PriceView,
  RebatesPaid,
  ReferralSet,
  Referrals,
  RequestsView,
  SavedState,
  SignatureFailures,
  VenueStatus,
} from "./answers.ts";

/** An operation of the control surface; `shape` is for the compiler only. */
export interface ControlOperation<In, Out> {
  readonly shape?: (input: In) => Out;
}

const operation = <In extends object, Out>(): ControlOperation<In, Out> => ({});

type None = Record<never, never>;
type OfAccount = { readonly account: string };
type OfSymbol = { readonly symbol: string };
type Amount = { readonly amount: string };
type Fields = Readonly<Record<string, unknown>>;

/** Of what is done once for a reference of the caller's choice, and answered as it was first when it is sent again. */
interface Once {
  readonly reference?: string;
}

interface KeySettings {
  readonly label?: string;
  readonly permissions?: readonly string[];
  readonly addresses?: readonly string[];
  readonly activeFrom?: number;
  readonly expires?: number;
}

interface MovementInput extends Amount {
  readonly movement: string;
  readonly from?: string;
  readonly to?: string;
}

interface OrderInput {
  readonly action: "open-long" | "open-short" | "close-long" | "close-short";
  readonly size: string;
  readonly price?: string;
  readonly timeInForce?: "gtc" | "post-only" | "fok" | "ioc";
  readonly triggerPrice?: string;
  readonly triggerOn?: "last" | "mark";
  readonly takeProfit?: string;
  readonly stopLoss?: string;
  readonly position?: number;
  readonly clientId?: string;
}

/** Of a change that may put accounts in breach. */
interface Carrying {
  readonly preview?: boolean;
  readonly anyway?: boolean;
}

/**
 * Every operation of the control surface by method and path behind `/control/`. What is open-ended (terms of a contract, reports)
 * is typed as fields; docs/reference/control.md names them.
 */
export const controlOperations = {
  "GET status": operation<None, VenueStatus>(),
  "GET audit": operation<None, AuditView>(),
  "POST audit": operation<None, AuditOutcome>(),
  "POST stop": operation<None, { readonly stopping: true; readonly seq: number }>(),
  "POST reset": operation<
    { readonly to?: string },
    { readonly seq: number; readonly digest: string; readonly tookMs: number }
  >(),
  "GET states": operation<None, readonly SavedState[]>(),
  "POST states/save": operation<{ readonly name: string }, SavedState>(),
  "POST bundle": operation<{ readonly directory: string }, BundleOutcome>(),
  "POST backup": operation<{ readonly directory: string; readonly secrets?: boolean }, BackupOutcome>(),
  "GET operators": operation<None, OperatorsView>(),
  "POST operators/add": operation<
    { readonly name: string; readonly role: OperatorRole },
    { readonly name: string; readonly role: OperatorRole; readonly token: string }
  >(),
  "POST operators/rotate": operation<
    { readonly name: string },
    { readonly name: string; readonly token: string }
  >(),
  "POST operators/remove": operation<{ readonly name: string }, { readonly name: string }>(),
  "GET accounts": operation<
    { readonly kind?: AccountKind; readonly money?: boolean },
    readonly AccountRow[]
  >(),
  "POST accounts/open": operation<
    { readonly name: string; readonly balance?: string } & Once,
    { readonly account: number; readonly name: string }
  >(),
  "GET accounts/show": operation<OfAccount, AccountView>(),
  "POST accounts/settings": operation<
    OfAccount & {
      readonly status?: AccountStatus;
      readonly symbol?: string;
      readonly takerFeeRate?: string;
      readonly makerFeeRate?: string;
      readonly discount?: string;
      readonly takerDiscount?: string;
      readonly makerDiscount?: string;
      readonly orderRateLimitPerMinute?: number;
      readonly orderDelayMs?: number;
      readonly cancelDelayMs?: number;
      readonly selfTradePrevention?: string;
    },
    { readonly account: number }
  >(),
  "POST accounts/reset": operation<OfAccount & Once, AccountReset>(),
  "POST accounts/paper": operation<OfAccount & Once & { readonly balance?: string }, PaperAccount>(),
  "GET referrals": operation<{ readonly agent?: string }, Referrals>(),
  "POST referrals/set": operation<
    OfAccount & Once & { readonly agent: string; readonly rebateRate?: string },
    ReferralSet
  >(),
  "POST referrals/pay": operation<OfAccount & Once, RebatesPaid>(),
  "POST accounts/liquidate": operation<OfAccount & Once & { readonly position?: number }, AccountMoney>(),
  "POST accounts/deleverage": operation<
    OfAccount & Once & OfSymbol & { readonly leg: "long" | "short"; readonly size: string },
    { readonly order: number; readonly closed: string }
  >(),
  "GET adl": operation<OfSymbol, readonly AdlRank[]>(),
  "GET explain/account": operation<OfAccount, ExplainedAccount>(),
  "GET explain/liquidation": operation<OfAccount & { readonly position?: number }, ExplainedLiquidation>(),
  "GET explain/rejection": operation<OfAccount & { readonly request?: number }, ExplainedRejection>(),
  "GET keys": operation<{ readonly account?: string }, readonly KeyView[]>(),
  "POST keys/create": operation<OfAccount & KeySettings & { readonly wire?: string }, NewKey>(),
  "POST keys/import": operation<
    OfAccount & KeySettings & NewKey & { readonly wire?: string },
    { readonly apiKey: string }
  >(),
  "POST keys/change": operation<
    KeySettings & { readonly apiKey: string },
    { readonly apiKey: string; readonly effectiveFrom: number }
  >(),
  "POST keys/disable": operation<{ readonly apiKey: string }, KeyNamed>(),
  "POST money/deposit": operation<OfAccount & Once & Amount, AccountMoney>(),
  "POST money/withdraw": operation<OfAccount & Once & Amount, AccountMoney>(),
  "POST money/move": operation<MovementInput & Once, { readonly movement: number }>(),
  "POST money/begin": operation<MovementInput & Once, { readonly movement: number }>(),
  "POST money/settle": operation<
    { readonly movement: number; readonly complete?: boolean } & Once,
    MovementSettled
  >(),
  "GET money/pending": operation<None, readonly PendingMovement[]>(),
  "GET fund": operation<None, FundView>(),
  "POST fund/deposit": operation<Amount & Once, FundView>(),
  "POST fund/withdraw": operation<Amount & Once, FundView>(),
  "POST fund/rule": operation<{ readonly floor?: string; readonly notionalMax?: string }, FundView>(),
  "GET contracts": operation<{ readonly symbol?: string }, readonly ContractView[]>(),
  "POST contracts/add": operation<Fields, ContractTerms>(),
  "POST contracts/change": operation<
    OfSymbol & Carrying & Fields,
    { readonly symbol: string; readonly breaches?: readonly Breach[] }
  >(),
  "POST contracts/status": operation<
    OfSymbol & { readonly status: ContractStatus; readonly noticeMs?: number },
    { readonly symbol: string; readonly status: ContractStatus; readonly delistedAt: string | null }
  >(),
  "POST contracts/mark": operation<OfSymbol & { readonly method: string } & Fields, MarkRuleSet>(),
  "POST contracts/risk": operation<
    OfSymbol & Carrying & { readonly newOnly?: boolean } & Fields,
    { readonly symbol: string; readonly breaches?: readonly Breach[] }
  >(),
  "GET funding": operation<None, readonly FundingView[]>(),
  "POST funding/settle": operation<
    OfSymbol & Once,
    { readonly symbol: string; readonly settled: string; readonly nextRate: string; readonly due: number }
  >(),
  "POST funding/skip": operation<
    OfSymbol & Once,
    { readonly symbol: string; readonly skipped: string; readonly nextRate: string; readonly due: number }
  >(),
  "GET clock": operation<None, ClockView>(),
  "POST clock/freeze": operation<None, ClockView>(),
  "POST clock/step": operation<{ readonly ms?: number; readonly time?: number }, ClockView>(),
  "POST clock/next": operation<None, ClockView>(),
  "POST clock/run": operation<{ readonly speed: string }, ClockView>(),
  "POST clock/wall": operation<None, ClockView>(),
  "GET prices": operation<None, readonly PriceView[]>(),
  "POST prices/push": operation<
    { readonly prices: Readonly<Record<string, string>> },
    Readonly<Record<string, string>>
  >(),
  "POST prices/report": operation<
    {
      readonly prices: readonly {
        readonly symbol: string;
        readonly price: string;
        readonly source: number;
        readonly weight?: number;
      }[];
    },
    PricesReported
  >(),
  "POST prices/follow": operation<OfSymbol, { readonly symbol: string; readonly source: string }>(),
  "GET participants": operation<None, readonly ParticipantView[]>(),
  "POST participants/switch": operation<
    { readonly name: string; readonly on: boolean; readonly cancelOrders?: boolean },
    { readonly participants: readonly ParticipantView[]; readonly canceled: number }
  >(),
  "GET orders": operation<OfAccount, readonly LiveOrder[]>(),
  "GET orders/show": operation<OfAccount & { readonly order: string }, OrderView>(),
  "POST orders/place": operation<OfAccount & Once & OfSymbol & OrderInput, OrderView>(),
  "POST orders/amend": operation<
    OfAccount & {
      readonly order: string;
      readonly price?: string;
      readonly size?: string;
      readonly triggerPrice?: string;
    },
    OrderView
  >(),
  "POST orders/cancel": operation<{ readonly order: number }, { readonly order: number }>(),
  "POST positions/close": operation<
    OfAccount & { readonly symbol?: string; readonly position?: number },
    readonly ClosingView[]
  >(),
  "GET limits": operation<None, LimitsView>(),
  "POST limits/use": operation<{ readonly profile: string }, LimitsView>(),
  "POST limits/exempt": operation<OfAccount & { readonly exempt?: boolean }, LimitsView>(),
  "GET requests/signatures": operation<None, SignatureFailures>(),
  "GET requests": operation<
    {
      readonly after?: number;
      readonly limit?: number;
      readonly account?: string;
      readonly only?: "refused";
    },
    RequestsView
  >(),
  "POST requests/level": operation<
    { readonly level: RequestsView["level"] },
    { readonly level: RequestsView["level"] }
  >(),
  "GET journal": operation<
    {
      readonly after?: number;
      readonly limit?: number;
      readonly command?: string;
      readonly event?: string;
      readonly account?: string;
      readonly symbol?: string;
      readonly refused?: boolean;
      readonly users?: boolean;
    },
    JournalView
  >(),
  "GET journal/kinds": operation<None, JournalKinds>(),
  "GET contest": operation<{ readonly account?: string }, ContestView>(),
} as const;

export type ControlName = keyof typeof controlOperations;
type Shape<N extends ControlName> =
  (typeof controlOperations)[N] extends ControlOperation<infer In, infer Out>
    ? { readonly input: In; readonly output: Out }
    : never;
export type ControlInput<N extends ControlName> = Shape<N>["input"];
export type ControlAnswer<N extends ControlName> = Shape<N>["output"];
