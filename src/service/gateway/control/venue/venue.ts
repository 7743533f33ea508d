import * as declared from "../../../../interface/wire/control/operations/venue.ts";
import { invalidParameter, WireError } from "../../../../interface/wire/index.ts";
import { formatTag, shownTag } from "../../../../kernel/engine/index.ts";
import { historyState } from "../../http/health.ts";
import { shownClockRun } from "../clock.ts";
import type { ControlContext, ControlOperation } from "../operation.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed } from "../parameters.ts";
import { shownAudit } from "./audit.ts";

/** `GET /control/status`: whether the venue runs, where it stands, and what its start found. */
export const status = controlOperation(declared.status, async (context) => {
  const {
    engine,
    history,
    clock,
    sinceMs,
    clients: { limits, disturbances },
    venue: { market },
    prices: { sources },
  } = context;
  return {
    state: engine.state,
    haltReason: engine.haltReason?.message ?? null,
    headSeq: engine.headSeq,
    durableSeq: engine.durableSeq,
    history: historyState(history, ({ message }) => message),
    historyLag: Math.max(0, engine.durableSeq - history.appliedSeq),
    digest: Buffer.from(engine.digest).toString("hex"),
    format: shownTag(formatTag()),
    market,
    sources: sources().map((line) => ({ ...line, divergence: line.divergence ?? null })),
    limits: limits.profile.name,
    disturbances: await disturbances(),
    clock: shownClockRun(context),
    uptimeMs: Math.round(clock.monotonicMs() - sinceMs),
    audit: shownAudit(engine),
    recovery: engine.recovery,
  };
});

/**
 * `GET /control/scenario`: the moments of the scenario that the venue was started with; none where it was
 * started without.
 */
export const showScenario = controlOperation(declared.showScenario, ({ venue: { scenario } }) => scenario());

/**
 * `POST /control/stop`: a clean stop: what is under way is answered, then a snapshot, then the files are
 * closed.
 */
export const stop = controlOperation(declared.stop, async ({ engine, venue: { stop }, acting }) => {
  await acting.log(); // the venue takes no commands afterwards
  setImmediate(stop); // the answer is sent first
  return { stopping: true as const, seq: engine.headSeq };
});

/** `POST /control/reset`: the market starts over; requests that come meanwhile wait for it. */
export const reset = controlOperation(declared.reset, ({ venue: { reset } }, { to }) =>
  withRefusals(reset({ to })),
);

/** `GET /control/states`: the states saved so far, by name; of a damaged one, what is wrong with it. */
export const listStates = controlOperation(declared.listStates, ({ venue: { states } }) =>
  withRefusals(states()),
);

/** `POST /control/states/save`: the market as it is now, history and all, to go back to with a reset. */
export const saveState = controlOperation(declared.saveState, ({ venue: { saveState } }, { name }) =>
  withRefusals(saveState(name)),
);

/** `POST /control/backup`: a consistent copy of everything durable, while the venue runs. */
export const backup = controlOperation(declared.backup, ({ venue: { backup } }, { directory, secrets }) =>
  withRefusals(backup(directory, { secrets })),
);

/**
 * `POST /control/branch`: a second venue goes on from this moment; the accounts' keys and the operators'
 * tokens are valid there too.
 */
export const branch = controlOperation(declared.branch, async ({ venue: { branch } }) => {
  const { baseUrl, wsUrl, controlUrl } = await withRefusals(branch());
  return { baseUrl, wsUrl, controlUrl };
});

/** `GET /control/uploads`: what programs uploaded, oldest first; numbers are their source text. */
export const listUploads = controlOperation(declared.listUploads, async (context, { account: name }) => {
  const account = name === undefined ? undefined : (await accountNamed(context, name)).account;
  return context.clients.uploadLog.list(account);
});

/**
 * `GET /control/requests/signatures`: the last requests whose signature did not match, newest first: the text
 * that the venue computed its signature over, and what the client signed instead where that is one of the
 * usual mistakes.
 */
export const signatureFailures = controlOperation(declared.signatureFailures, (context) =>
  context.clients.signatureFailures().toReversed(),
);

/** Errors which say that the request cannot be carried out, and that nothing was done. */
const REFUSALS = new Set([
  ...["UnknownStateError", "RangeError", "BackupError", "BranchError"],
  ...["DataUnusableError", "DirectoryInUse", "LockUnusable"],
]);

/** The outcome of an operation on the venue as a whole; what it was refused for is shown to the operator. */
export async function withRefusals<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Error && REFUSALS.has(error.name)
      ? new WireError("refused", error.message)
      : error;
  }
}

/**
 * `GET /control/requests`: what became of the last requests. Answers `{level, entries, next, lost}`; to
 * follow, ask again with `after` set to `next`.
 */
export const readRequests = controlOperation(
  declared.readRequests,
  async (context, { after, limit, account: name, only }) => {
    const account = name === undefined ? undefined : (await accountNamed(context, name)).account;
    const {
      clients: { requestLog },
    } = context;
    return { level: requestLog.level, ...requestLog.read({ after, limit, account, refused: only === 1 }) };
  },
);

/**
 * `POST /control/requests/level`: logs nothing, refused requests, or every request, until the venue stops.
 */
export const setRequestLevel = controlOperation(
  declared.setRequestLevel,
  ({ clients: { requestLog } }, { level }) => {
    requestLog.level = level;
    return { level };
  },
);

/**
 * `GET /control/limits`: the profile in force (windows in ms; left out: no limit) and the accounts it does
 * not touch.
 */
const showLimits = controlOperation(declared.showLimits, shownLimits);

/**
 * `POST /control/limits/use`: puts another profile in force until the venue stops. What clients have used
 * stays counted.
 */
const useLimits = controlOperation(declared.useLimits, (context, { profile: name }) => {
  const profile = context.limitProfiles.get(name);
  if (profile === undefined) {
    throw invalidParameter(
      "profile",
      `one of ${[...context.limitProfiles.keys()].join(", ")}, got '${name}'`,
    );
  }
  context.clients.limits.use(profile);
  return shownLimits(context);
});

/**
 * `POST /control/limits/exempt`: lifts the limits of an account (on its weights and orders), or restores
 * them, until the venue stops. The weights of the address that its requests come from are not the account's,
 * and stay limited.
 */
const exemptAccount = controlOperation(declared.exemptAccount, async (context, { account: name, exempt }) => {
  context.clients.limits.exempt(await accountNamed(context, name), exempt);
  return shownLimits(context);
});

function shownLimits({ clients: { limits } }: ControlContext) {
  return { profile: limits.profile, exempt: [...limits.exempted] };
}

/** The operations of limits. */
export const limitsOperations: readonly ControlOperation[] = [showLimits, useLimits, exemptAccount];
