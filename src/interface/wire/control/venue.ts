import type { Static } from "typebox";
import { Type } from "typebox";
import { decimal, described, orNull, shape, text, timeNumber } from "../fields.ts";
import { LeftOut, sourceState } from "../v2/market.ts";
import { Disturbances } from "./faults.ts";
import { account, accountName, count, flag, hostTime, marketTime, milliseconds, seq } from "./fields.ts";

/** Control's answers about the venue as a whole. */

const FastRunView = shape({
  from: marketTime("Where it began"),
  until: Type.Union([marketTime("Where it stops"), Type.Null()]),
  time: marketTime("Where it is, or ended"),
  steps: count("Times at which something happened"),
  tookMs: milliseconds("Host time"),
  waitedMs: milliseconds("Of which it waited for clients"),
  varies: flag(
    "Whether another run may come out differently, because a client was connected that does not acknowledge",
  ),
  over: flag("Whether it has ended"),
});

export const ClockView = shape({
  mode: Type.Enum(["wall", "frozen", "scaled", "max"], { description: "How market time runs" }),
  speed: Type.Number({
    description:
      "Milliseconds of market time in one of the host's; 0 while frozen, or as fast as the machine",
  }),
  time: marketTime("Now"),
  iso: text("The same in words"),
  hostTime: hostTime("Now"),
  aheadMs: milliseconds("How far market time is ahead of the host's; 0 while it is behind"),
});
export type ClockView = Static<typeof ClockView>;

const StepView = shape({
  from: marketTime("Where it began"),
  to: marketTime("Where it is to end"),
  time: marketTime("Where it is, or ended"),
  over: flag("Whether it has ended, there or before"),
});

export const ClockRunView = shape({
  ...ClockView.properties,
  step: Type.Union([StepView, Type.Null()], {
    description: "The step of market time under way, or the last one",
  }),
  run: Type.Union([FastRunView, Type.Null()], {
    description: "The run as fast as the machine, under way or the last one",
  }),
});
export type ClockRunView = Static<typeof ClockRunView>;

export const AuditView = shape({
  running: flag("Whether the venue audits itself; false once it has halted"),
  passes: count("Complete passes over the state"),
  violations: count("1 once a broken rule was found"),
  broken: Type.Union([text("The rule that was found broken"), Type.Null()]),
  checking: Type.Union([text("What is being checked"), Type.Null()]),
  longestSliceMs: milliseconds("The longest time that an audit held up the engine"),
  lastPass: orNull(
    shape({
      seq,
      time: marketTime("When it ended"),
      tookMs: milliseconds("From its first to its last row"),
      busyMs: milliseconds("Of which it worked"),
    }),
    "The last complete pass; null before the first",
  ),
});
export type AuditView = Static<typeof AuditView>;

const RecoveryView = shape({
  snapshotSeq: count("Last command of the snapshot that the start loaded, 0 for none"),
  passedOver: Type.Array(shape({ name: text("Snapshot"), why: text("What is wrong with it") }), {
    description: "Damaged snapshots that were newer",
  }),
  frames: count("Frames that were executed again"),
  commands: count("Commands in them"),
  headSeq: count("Last durable command that was found, 0 in an empty journal"),
  headTime: timeNumber("Market time where it ends, Unix ms, 0 in an empty journal"),
});

const SourceLine = shape({
  symbol: text("Contract here"),
  market: text("Its name there"),
  state: sourceState,
  problem: text("What went wrong last; empty for nothing"),
  sizes: text("In which unit its sizes are read, and what shows it; empty where that is no question"),
  since: marketTime("When it came to this state"),
  leftOut: LeftOut,
  divergence: Type.Union([Type.Number(), Type.Null()], {
    description:
      "How far the mid price of this book is from the source's, as a fraction of the latter; null while either book has none",
  }),
});

export const VenueStatus = shape({
  state: Type.Enum(["running", "following", "halted", "stopped"], {
    description: "Of the engine; `following` executes what another node of the cluster writes",
  }),
  haltReason: Type.Union([text("Why it halted"), Type.Null()]),
  headSeq: count("Last executed command"),
  durableSeq: count("Last durable command"),
  history: text("`whole`, or what is wrong with it"),
  historyLag: count("Commands that the history has yet to take in"),
  digest: text("Running digest of all events, hex"),
  format: text("Tag of what this build stores"),
  market: text("`simulated`, `empty` or `scenario`"),
  sources: Type.Array(SourceLine, {
    description: "The contracts of the market that this one shows; none where it shows none",
  }),
  limits: text("Name of the limit profile in force"),
  disturbances: Disturbances,
  clock: described(ClockRunView, "How market time runs"),
  uptimeMs: milliseconds("Since control was opened"),
  audit: described(AuditView, "How the venue audits itself"),
  recovery: described(RecoveryView, "How it came up"),
});
export type VenueStatus = Static<typeof VenueStatus>;

export const AuditOutcome = Type.Union([
  shape({
    passed: Type.Literal(true),
    seq,
    tookMs: milliseconds("How long it took"),
    accounts: count("Accounts"),
    orders: count("Live orders"),
    positions: count("Open positions"),
    money: decimal("All amounts together: always 0"),
  }),
  shape({ passed: Type.Literal(false), seq, broken: text("The rule that is broken; the venue has halted") }),
]);
export type AuditOutcome = Static<typeof AuditOutcome>;

export const Stopping = shape({ stopping: Type.Literal(true), seq });
export type Stopping = Static<typeof Stopping>;

export const ResetOutcome = shape({
  seq,
  digest: text("Running digest of all events, hex"),
  tookMs: milliseconds("How long requests waited"),
});
export type ResetOutcome = Static<typeof ResetOutcome>;

export const SavedState = shape({
  name: text("What to go back to it by"),
  seq,
  time: marketTime("There"),
  digest: text("Running digest of all events up to there, hex"),
  savedAt: hostTime("When it was saved"),
});
export type SavedState = Static<typeof SavedState>;
const DamagedState = shape({
  name: text("What it was saved as"),
  damage: text("What is wrong with it, and what to do"),
});
export const SavedStates = Type.Array(Type.Union([SavedState, DamagedState]), { description: "By name" });
export type SavedStates = Static<typeof SavedStates>;

export const BackupOutcome = shape({
  directory: text("Where it is"),
  headSeq: count("Last command of the journal in it"),
  historySeq: count("Last command of the history in it"),
  bytes: count("Its size"),
  secrets: flag("Whether master key and credentials are in it"),
});
export type BackupOutcome = Static<typeof BackupOutcome>;

export const BranchOutcome = shape({
  baseUrl: text("Its address for clients"),
  wsUrl: text("Its address for sockets"),
  controlUrl: text("Its address for control"),
});
export type BranchOutcome = Static<typeof BranchOutcome>;

export const BundleOutcome = shape({ directory: text("Where it is"), seq });
export type BundleOutcome = Static<typeof BundleOutcome>;

const role = Type.Enum(["read", "operate", "admin"], { description: "Each may what those before it may" });
export type OperatorRole = Static<typeof role>;
const operatorName = text("Name of the operator");
const token = text("Opens control; shown this once");

export const OperatorsView = shape({
  you: text("Whose token was sent"),
  operators: Type.Array(
    shape({
      name: operatorName,
      role,
      addedTime: Type.Union([marketTime("When it was added"), Type.Null()], {
        description: "null for the first operator, whose token is the admin token",
      }),
      tokenTime: Type.Union([marketTime("Since when its token holds"), Type.Null()]),
    }),
    { description: "The first operator, then those that were added" },
  ),
});
export type OperatorsView = Static<typeof OperatorsView>;
export const OperatorAdded = shape({ name: operatorName, role, token });
export type OperatorAdded = Static<typeof OperatorAdded>;
export const OperatorRotated = shape({ name: operatorName, token });
export type OperatorRotated = Static<typeof OperatorRotated>;
export const OperatorRemoved = shape({ name: operatorName });
export type OperatorRemoved = Static<typeof OperatorRemoved>;

const budget = (description: string) =>
  Type.Optional(
    shape({ max: count("In a window"), windowMs: milliseconds("Length of the window") }, description),
  );
const surfaceLimits = {
  ipWeight: budget("Weight of an address"),
  uidWeight: budget("Weight of an account"),
  perOperation: budget("Calls of one operation by an account"),
  placements: budget("Orders that an account places"),
  cancels: budget("Orders that an account cancels"),
};

export const LimitsView = shape({
  profile: Type.Object(
    {
      name: text("Name of the profile"),
      ...surfaceLimits,
      v3: Type.Optional(Type.Object(surfaceLimits, { description: "Of V3, where they differ" })),
      connections: budget("Connections that an address opens"),
      loopback: Type.Optional(
        Type.Enum(["exempt", "counted"], { description: "Whether this machine's own addresses count" }),
      ),
      sockets: Type.Optional(
        Type.Object(
          {
            concurrent: Type.Optional(count("Connections of an address")),
            channels: Type.Optional(count("Channels of a connection")),
            operations: budget("Subscriptions of a connection"),
          },
          { description: "Of sockets" },
        ),
      ),
    },
    { description: "Budgets by what they count; one that is left out is no limit" },
  ),
  exempt: Type.Array(account, { description: "Accounts whose limits are lifted" }),
});
export type LimitsView = Static<typeof LimitsView>;

export const SignatureFailures = Type.Array(
  shape({
    time: hostTime("When"),
    key: text("The API key that was sent"),
    account,
    address: text("Where from"),
    received: text("The signature that was sent"),
    expectedOver: text("What the venue signed over"),
    signedOver: Type.Optional(text("What the client signed over, where a usual mistake explains it")),
    diagnosis: Type.Optional(text("The mistake in words, where it is a usual one")),
  }),
  { description: "Newest last" },
);
export type SignatureFailures = Static<typeof SignatureFailures>;

const requestLevel = Type.Enum(["off", "errors", "all"], { description: "Which requests are logged" });

export const RequestEntry = shape({
  id: count("Grows by one with every entry"),
  time: hostTime("When it was answered"),
  marketTime: marketTime("When it was answered"),
  method: text("Of the request"),
  path: text("Without its query"),
  key: text("The API key, empty where none was recognised"),
  account: Type.Integer({ description: "The account of the key that was named; 0 if there is no such key" }),
  address: text("Where from"),
  program: text("First word of its User-Agent"),
  weight: shape({ ip: count("Against the address"), uid: count("Against the account") }, "What it cost"),
  status: Type.Integer({ description: "HTTP status of the answer" }),
  code: text("The error's code, empty where there is none"),
  tookMs: milliseconds("From the whole request to the answer"),
  reason: text("Why it was refused, empty where it was not"),
  refusal: Type.Optional(
    shape(
      {
        rule: text("The rule of the market that refused it"),
        numbers: Type.Record(Type.String(), Type.String(), { description: "The numbers that decided" }),
      },
      "Of a request that the market refused",
    ),
  ),
});
export type RequestEntry = Static<typeof RequestEntry>;

export const RequestsView = shape({
  level: requestLevel,
  entries: Type.Array(RequestEntry, { description: "Oldest first" }),
  next: count("What to ask `after` next"),
  lost: count("Entries after `after` that were dropped before they could be read"),
});
export type RequestsView = Static<typeof RequestsView>;
export const RequestLevelView = shape({ level: requestLevel });
export type RequestLevelView = Static<typeof RequestLevelView>;

/** Fields of a journal's record: text, numbers, flags, or rows of such fields. */
export type RecordFields = {
  readonly [name: string]: string | number | boolean | readonly RecordFields[];
};
const recordFields = Type.Unsafe<RecordFields>(
  Type.Object(
    {},
    {
      additionalProperties: { type: ["string", "number", "boolean", "array"] },
      description:
        "Fields of the record by name, in decimals, words and names; what is absent, zero or secret is left out",
    },
  ),
);

const executedCommand = {
  seq,
  time: marketTime("Of its frame"),
  frame: shape(
    { firstSeq: seq, count: count("Commands that went to the disk together") },
    "The frame of the journal that holds it",
  ),
  command: text("Its kind"),
  by: Type.Optional(text("The operator who did it over control, if one did")),
  outcome: text("`done`, or the rule that refused it"),
  accounts: Type.Array(accountName, { description: "Accounts that it or its events touch" }),
  fields: recordFields,
  events: Type.Array(shape({ event: text("Its kind"), fields: recordFields }), {
    description: "What it led to, in the order in which it happened",
  }),
};
export const JournalEntry = shape({
  ...executedCommand,
  durableAt: hostTime("When it could be acknowledged"),
});
export type JournalEntry = Static<typeof JournalEntry>;

export const JournalEffects = shape(executedCommand);
export type JournalEffects = Static<typeof JournalEffects>;

export const JournalView = shape({
  entries: Type.Array(JournalEntry, { description: "Ascending" }),
  head: count("Last command that is there"),
  next: count("What to ask `after` next"),
  lost: count("Commands after `after` that were dropped before they could be read"),
});
export type JournalView = Static<typeof JournalView>;

export const JournalPast = shape({
  entries: Type.Array(
    shape({
      seq,
      time: marketTime("Of its frame"),
      command: text("Its kind"),
      by: Type.Optional(text("The operator who did it over control, if one did")),
      accounts: Type.Array(accountName, { description: "Accounts that it names" }),
      fields: recordFields,
    }),
    { description: "Ascending" },
  ),
  older: count("What to ask `until` next; 0: the journal begins here"),
  first: count("Oldest command that is held"),
  head: count("Newest command that is held"),
});
export type JournalPast = Static<typeof JournalPast>;

export const JournalKinds = shape({
  commands: Type.Array(text("A kind of command"), { description: "By their letters" }),
  events: Type.Array(text("A kind of event"), { description: "By their letters" }),
});
export type JournalKinds = Static<typeof JournalKinds>;

export const Uploads = Type.Array(
  shape({
    account,
    time: marketTime("When it was uploaded"),
    orderId: text("As the program said"),
    stage: text("As the program said"),
    model: text("As the program said"),
    input: Type.Unknown({ description: "As the program said; numbers are text" }),
    output: Type.Unknown({ description: "As the program said; numbers are text" }),
    explanation: text("As the program said"),
  }),
  { description: "Oldest first" },
);
export type Uploads = Static<typeof Uploads>;

/** What news are about. */
export const newsKinds = [
  "liquidation",
  "liquidation-end",
  "take-over",
  "deleveraging",
  "funding",
  "index-gap",
  "contract",
  "restriction",
  "fund",
  "control",
] as const;
export const NewsView = shape({
  id: count("Rises from one to the next, over restarts, too; the same at every node"),
  time: marketTime("When"),
  seq,
  kind: Type.Enum(newsKinds, { description: "What it is about" }),
  text: text("What happened, with its numbers"),
  account: Type.Union([accountName, Type.Null()]),
  symbol: Type.Union([text("The contract"), Type.Null()]),
});
export type NewsView = Static<typeof NewsView>;
export type NewsKind = NewsView["kind"];
export const News = shape({
  news: Type.Array(NewsView, { description: "Oldest first" }),
  next: count("What to ask `after` next"),
  missed: flag(
    "Whether some after `after` may be missing: they are of an earlier start, or more than are kept",
  ),
});
export type News = Static<typeof News>;
export const MomentView = shape({
  path: text("Its place in the scenario file"),
  time: marketTime("When"),
  what: text("The operation with what it is given, and what its answer must have; or what is said"),
  state: Type.Enum(["waits", "said", "done", "refused", "met", "broken"], {
    description:
      "What became of it; refused: the operation was; broken: the answer was not what was expected",
  }),
  note: Type.Union([text("Why it was refused, or what was there instead"), Type.Null()]),
});
export type MomentView = Static<typeof MomentView>;
export const ScenarioView = shape({
  about: text("What happens in it, as the file says"),
  moments: Type.Array(MomentView, { description: "Its timeline, ascending" }),
});
export type ScenarioView = Static<typeof ScenarioView>;
export const ParticipantView = shape({
  name: text("What `participants/switch` calls it"),
  everyMs: milliseconds("Time between its beats; 0 for times of its own"),
  on: flag("Whether it acts"),
});
export type ParticipantView = Static<typeof ParticipantView>;
export const Participants = Type.Array(ParticipantView, { description: "Who moves the market" });
export type Participants = Static<typeof Participants>;
export const ParticipantSwitched = shape({
  participants: Participants,
  canceled: count("Orders of the house that were cancelled"),
});
export type ParticipantSwitched = Static<typeof ParticipantSwitched>;
