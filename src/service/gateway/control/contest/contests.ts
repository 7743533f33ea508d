import type { ContestView } from "../../../../interface/wire/control/index.ts";
import * as declared from "../../../../interface/wire/control/operations/contest.ts";
import { invalidParameter, quantaOfText, WireError } from "../../../../interface/wire/index.ts";
import type { AccountSummary } from "../../../../kernel/core/index.ts";
import {
  ACCOUNT_USER,
  depositOf,
  STATUS_FROZEN,
  STATUS_NORMAL,
  withdrawalOf,
} from "../../../../kernel/core/index.ts";
import { MINUTE_MS } from "../../../../kernel/host/clock.ts";
import { jsonFault } from "../../../../kernel/host/jsonFault.ts";
import type { Contest, Entrant, Rules } from "../../../contest/index.ts";
import { ContestError, HOUSE_WANTED, phaseOf, readRules, readTeams, textOf } from "../../../contest/index.ts";
import { publicKeyOf } from "../../auth/vault.ts";
import { changedSettings } from "../../changedSettings.ts";
import type { ControlContext, ControlOperation } from "../operation.ts";
import { controlOperation } from "../operation.ts";
import { contestKeys } from "./keys.ts";
import { allContests, contestNamed, practiceName } from "./named.ts";

const listContests = controlOperation(declared.listContests, async (context) => {
  const now = context.engine.now();
  return (await allContests(context)).map(({ name, title, start, end, teams, ...rest }) => ({
    name,
    title,
    phase: phaseOf({ name, title, start, end, teams, ...rest }, now),
    start,
    end,
    teams: teams.length,
  }));
});

const showContest = controlOperation(declared.showContest, async (context, { contest }) =>
  shown(context, await contestNamed(context, contest)),
);

function shown({ engine }: ControlContext, contest: Contest): ContestView {
  const { group: _, practice, ...rest } = contest;
  return {
    ...rest,
    contracts: [...rest.contracts],
    operations: [...rest.operations],
    teams: rest.teams.map((team) => ({ ...team })),
    score: rest.score as Record<string, string>,
    phase: phaseOf(contest, engine.now()),
    practiceStart: practice?.start ?? null,
    practiceEnd: practice?.end ?? null,
  };
}

/**
 * `POST /control/contests/create`: opens the accounts first, each with its balance and frozen, and notes the
 * contest last, so that a contest that is known is whole. Accounts that an earlier attempt left behind are
 * used as they are.
 */
const createContest = controlOperation(declared.createContest, (context, { rules: text, teams: csv }) =>
  context.inTurn(async () => {
    const {
      engine,
      submit,
      keys: { vault },
    } = context;
    const contracts = await engine.query({ type: "contracts" });
    const rules = reading("rules", () =>
      readRules(
        jsonOf(text),
        contracts.map(({ symbol }) => symbol),
      ),
    );
    if (context.contests.refusesSharedBooks && rules.book === "shared")
      throw invalidParameter("rules", `\`book: shared\` is refused with --contest: ${HOUSE_WANTED}`);
    const entrants = reading("teams", () => readTeams(csv));
    if (rules.practice !== undefined) refuseTaken(entrants);
    const others = await allContests(context);
    if (others.some(({ name }) => name === rules.name))
      throw new WireError("refused", `There is a contest ${rules.name} already`);
    if ((rules.practice?.start ?? rules.start) <= engine.now())
      throw invalidParameter(
        "rules",
        `the first round must begin after now, ${new Date(engine.now()).toISOString()}`,
      );
    const group = rules.book === "house" ? 1 + Math.max(0, ...others.map((each) => each.group)) : 0;
    const accounts = await accountsFor(context, rules, entrants, others, group);
    const contest: Contest = {
      ...rules,
      teams: entrants.map(({ team, title }) => {
        const practice = rules.practice === undefined ? 0 : accounts.get(practiceName(team))!;
        return { team, title, account: accounts.get(team)!, practice };
      }),
      group,
      publicKey: publicKeyOf(vault),
    };
    await submit({ type: "setContest", name: contest.name, definition: textOf(contest) });
    return shown(context, contest);
  }),
);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalidParameter("rules", `JSON (${jsonFault(cause)})`);
  }
}

function reading<T>(parameter: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof ContestError) throw invalidParameter(parameter, cause.message);
    throw cause;
  }
}

/** Refuses a team that is called as another one's account for the practice round. */
function refuseTaken(entrants: readonly Entrant[]): void {
  const names = new Set(entrants.map(({ team }) => team));
  const of = entrants.find(({ team }) => names.has(practiceName(team)))?.team;
  if (of === undefined) return;
  const taken = practiceName(of);
  throw invalidParameter(
    "teams",
    `another name for '${taken}': it is ${of}'s account for the practice round`,
  );
}

/** The accounts of all teams by name; missing ones are opened, with their balance and settings. */
async function accountsFor(
  context: ControlContext,
  rules: Rules,
  entrants: readonly Entrant[],
  others: readonly Contest[],
  group: number,
): Promise<ReadonlyMap<string, number>> {
  const known = new Map((await context.engine.query({ type: "accounts" })).map((each) => [each.name, each]));
  const names = entrants.flatMap(({ team }) =>
    rules.practice === undefined ? [team] : [team, practiceName(team)],
  );
  const taken = new Set(
    others.flatMap(({ teams }) => teams.flatMap(({ account, practice }) => [account, practice])),
  );
  for (const name of names) await refuseBusy(context, name, known.get(name), taken);
  const accounts = new Map<string, number>();
  for (const name of names) {
    const account =
      known.get(name)?.account ??
      (await context.submit({ type: "openAccount", kind: ACCOUNT_USER, name })).id;
    accounts.set(name, account);
    await equip(context, account, rules, group);
  }
  return accounts;
}

/** Refuses an existing account that is no user's, is in another contest, or has anything open or waiting. */
async function refuseBusy(
  { engine }: ControlContext,
  name: string,
  known: AccountSummary | undefined,
  taken: ReadonlySet<number>,
): Promise<void> {
  if (known === undefined) return;
  const { account, kind } = known;
  const [orders, positions, directives] = await Promise.all([
    engine.query({ type: "orders", account, contract: undefined, which: "all" }),
    engine.query({ type: "positions", account, contract: undefined }),
    engine.query({ type: "directives" }),
  ]);
  const why =
    kind !== ACCOUNT_USER
      ? "is not a user's"
      : taken.has(account)
        ? "takes part in another contest"
        : orders.length + positions.length > 0
          ? "has orders or positions"
          : directives.some(({ directive }) => directive.account === account)
            ? "has directives waiting for it"
            : undefined;
  if (why !== undefined) throw invalidParameter("teams", `the account ${name} exists, and ${why}`);
}

/**
 * Gives an account the balance with which every team begins, limits its leverage to what the rules allow,
 * and freezes it.
 */
async function equip(context: ControlContext, account: number, rules: Rules, group: number): Promise<void> {
  const { engine, submit } = context;
  const view = (await engine.query({ type: "account", account }))!;
  const { orderDelayMs, cancelDelayMs, selfTradePrevention, marginCallPercent, positionMode, fee } = view;
  const others = { selfTradePrevention, marginCallPercent, group, positionMode };
  const settings = { ...fee, orderDelayMs, cancelDelayMs, ...others };
  const withStatus = (status: number) =>
    submit({
      type: "setAccount",
      account,
      status,
      ...settings,
      orderRateLimitPerMinute: rules.ordersPerMinute,
    });
  await withStatus(STATUS_NORMAL); // a frozen account cannot set its leverage
  const { wallet } = (await engine.query({ type: "assets", account }))!;
  const missing = quantaOfText(rules.balance)! - wallet;
  if (missing > 0n) await submit(depositOf(account, missing));
  if (missing < 0n) await submit(withdrawalOf(account, -missing));
  if (rules.leverageMax !== 0) {
    for (const { contract, symbol, leverageMax } of await engine.query({ type: "contracts" })) {
      if (!rules.contracts.includes(symbol)) continue;
      const most = Math.min(leverageMax, 100 * rules.leverageMax);
      const all = { cross: most, isolatedLong: most, isolatedShort: most };
      await submit({
        type: "setLeverage",
        account,
        contract,
        marginMode: 0,
        switches: false,
        ordersFollow: false,
        ...all,
      });
    }
  }
  await withStatus(STATUS_FROZEN);
}

/** The first whole minute that is not before a time. */
const minuteFrom = (time: number): number => Math.ceil(time / MINUTE_MS) * MINUTE_MS;

/**
 * `POST /control/contests/move`: moves times of a contest. A time that is past stays, and so does the order
 * of the times. Each stays a whole minute, since equity is known of those alone: else the board would have
 * another end than the results.
 */
const moveContest = controlOperation(declared.moveContest, (context, { contest: name, moment, at }) =>
  context.inTurn(async () => {
    const { engine, submit } = context;
    const contest = await contestNamed(context, name);
    const now = engine.now();
    const time = at ?? minuteFrom(now);
    const times = { practiceStart: contest.practice?.start, practiceEnd: contest.practice?.end, ...contest };
    const before = times[moment as keyof typeof times] as number | undefined;
    if (before === undefined) throw invalidParameter("moment", `${name} has no practice round`);
    if (before <= now && before !== time)
      throw invalidParameter("moment", `it came at ${new Date(before).toISOString()} and stays`);
    if (time < now) throw invalidParameter("at", `not before now, ${now}, got '${time}'`);
    if (time !== minuteFrom(time))
      throw invalidParameter(
        "at",
        `a whole minute of market time, such as ${minuteFrom(time)}, got '${time}'`,
      );
    const { practiceStart, practiceEnd, start, end } = { ...times, [moment]: time } as typeof times;
    const ordered = [practiceStart, practiceEnd, start, end].filter((each) => each !== undefined);
    if (ordered.some((each, i) => i > 0 && each < ordered[i - 1]!) || start >= end)
      throw invalidParameter("at", "the rounds must stay one after the other, each longer than nothing");
    const practice = practiceStart === undefined ? undefined : { start: practiceStart, end: practiceEnd! };
    const moved: Contest = { ...contest, start, end, practice };
    await submit({ type: "setContest", name, definition: textOf(moved) });
    return shown(context, moved);
  }),
);

/**
 * `POST /control/contests/advance`: lets the accounts of teams trade, or freezes them, as market time
 * requires. Asked for again, it changes nothing.
 */
const advanceContest = controlOperation(declared.advanceContest, async (context, { contest: name }) => {
  const contest = await contestNamed(context, name);
  const phase = phaseOf(contest, context.engine.now());
  const rounds = [
    { accounts: contest.teams.map(({ practice }) => practice), isIn: phase === "practice", closes: true },
    { accounts: contest.teams.map(({ account }) => account), isIn: phase === "running", closes: false },
  ];
  let changed = 0;
  for (const { accounts, isIn, closes } of rounds) {
    const all = accounts.filter((account) => account !== 0);
    if (isIn) {
      // All at once, so that none begins before the others.
      const admitted = await Promise.all(all.map((account) => admit(context, account, isIn, closes)));
      changed += admitted.filter((each) => each).length;
      continue;
    }
    for (const account of all) if (await admit(context, account, isIn, closes)) changed += 1;
  }
  return { name, phase, changed };
});

/**
 * Lets an account trade, or freezes it, which cancels its resting orders. Returns whether that is a change.
 *
 * @param closes whether its positions are closed at market before it is frozen, so that nothing of a
 * practice round is liquidated later
 */
async function admit(
  { engine, submit }: ControlContext,
  account: number,
  isIn: boolean,
  closes: boolean,
): Promise<boolean> {
  const view = (await engine.query({ type: "account", account }))!;
  const status = isIn ? STATUS_NORMAL : STATUS_FROZEN;
  if (view.status === status) return false;
  if (!isIn && closes) {
    const held = await engine.query({ type: "positions", account, contract: undefined });
    const all = { contract: -1, position: 0, cancelAttached: true };
    if (held.length > 0) await submit({ type: "closePositions", account, ...all });
  }
  await submit(changedSettings(view, { status }));
  return true;
}

/** The operations of contests. */
export const contestOperations: readonly ControlOperation[] = [
  listContests,
  showContest,
  createContest,
  moveContest,
  advanceContest,
  contestKeys,
];

/** `GET /control/leaderboard`: who is ahead now, without the delay of the public leaderboard. */
export const showLeaderboard = controlOperation(
  declared.showLeaderboard,
  ({ contests: { leaderboard } }, cut) => leaderboard().now(cut),
);
