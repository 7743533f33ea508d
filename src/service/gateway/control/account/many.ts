import * as declared from "../../../../interface/wire/control/operations/account.ts";
import { invalidParameter, WireError } from "../../../../interface/wire/index.ts";
import type { ActedCommand, NoticeView, Rejection } from "../../../../kernel/core/index.ts";
import { CHANGE_KEYS, CHANGE_MONEY, CHANGE_RESET, CHANGE_STATUS } from "../../../../kernel/core/index.ts";
import { checkedName } from "../../auth/accounts.ts";
import type { ControlContext, ControlOperation } from "../operation.ts";
import { controlOperation } from "../operation.ts";
import { amountOf } from "../parameters.ts";
import { operatorRefusalOf } from "../refusals.ts";
import { ACCOUNTS_MAX, usersNamed } from "./matching.ts";
import { accountRows } from "./page.ts";
import { resetOf } from "./reset.ts";

/** `POST /control/accounts/many/open`: accounts without API keys yet. */
const openAccounts = controlOperation(declared.openAccounts, async (context, { names, balance }) => {
  if (names.length === 0 || names.length > ACCOUNTS_MAX)
    throw invalidParameter("names", `1 to ${ACCOUNTS_MAX} of them, got ${names.length}`);
  for (const name of names) checkedName(name, "names");
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw invalidParameter("names", `'${twice}' stands there twice`);
  const amount = balance === undefined ? 0n : amountOf(balance, "balance");
  const { id: first } = await carryOut(context, { type: "openAccounts", names: names.join(","), amount });
  return rowsOf(
    context,
    names.map((_, i) => first + i), // accounts opened by one command have consecutive ids
  );
});

/** `POST /control/accounts/many/change`. */
const changeAccounts = controlOperation(declared.changeAccounts, async (context, input) => {
  const { change, amount, status } = input;
  const given = { amount, status };
  for (const [name, needed] of [
    ["amount", change === CHANGE_MONEY],
    ["status", change === CHANGE_STATUS],
  ] as const) {
    if (needed && given[name] === undefined) throw invalidParameter(name, "this change needs it");
    if (!needed && given[name] !== undefined) throw invalidParameter(name, "this change takes none");
  }
  const more = { status: status ?? 0, amount: amount === undefined ? 0n : amountOf(amount) };
  return changed(context, input.accounts, change, more);
});

/** `POST /control/accounts/many/disable`: all API keys of the accounts are disabled. */
const disableAccounts = controlOperation(declared.disableAccounts, (context, { accounts }) =>
  changed(context, accounts, CHANGE_KEYS, { status: 0, amount: 0n }),
);

/** `POST /control/accounts/many/message`. The core's word for a message to accounts is a notice. */
const messageAccounts = controlOperation(declared.messageAccounts, async (context, { accounts, text }) => {
  const to = await usersOf(context, accounts);
  const { id, time } = await carryOut(context, {
    ...{ type: "sendNotice", text },
    accounts: to.map((account) => ({ account })),
  });
  return { message: id, time, text, accounts: [...to] };
});

/** `GET /control/messages`. */
const listMessages = controlOperation(declared.listMessages, async ({ engine }) =>
  (await engine.query({ type: "notices", account: undefined })).map(shown),
);

/** A notice of the core as a message of control. */
function shown({ notice, time, text, accounts }: NoticeView) {
  return { message: notice, time, text, accounts: accounts.map(({ account }) => account) };
}

/** Makes one change of many accounts ({@link CHANGE_KEYS} and others), and returns their rows. */
async function changed(
  context: ControlContext,
  patterns: readonly string[],
  change: number,
  more: { readonly status: number; readonly amount: bigint },
) {
  const ids = await usersOf(context, patterns);
  const accounts: { account: number; units: number; quanta: number }[] = [];
  for (const account of ids) {
    const isReset = change === CHANGE_RESET;
    accounts.push(isReset ? await resetOf(context.history, account) : { account, units: 0, quanta: 0 });
  }
  await carryOut(context, { type: "changeAccounts", change, ...more, accounts });
  return rowsOf(context, ids);
}

/** The users' accounts that names or patterns stand for. */
async function usersOf(context: ControlContext, patterns: readonly string[]): Promise<readonly number[]> {
  const all = await context.engine.query({ type: "accounts" });
  return usersNamed(all, patterns).map(({ account }) => account);
}

/** Rows show what each account has, too. */
const WITH_MONEY = true;

async function rowsOf(context: ControlContext, ids: readonly number[]) {
  const all = await context.engine.query({ type: "accounts" });
  const wanted = new Set<number>(ids);
  return accountRows(
    context,
    all.filter(({ account }) => wanted.has(account)),
    WITH_MONEY,
  );
}

/**
 * Submits a command on many accounts in the operator's name. It is carried out for all of them or for none.
 * @throws WireError the refusal, which names the account that it is about, if it is about one
 */
async function carryOut(context: ControlContext, command: ActedCommand) {
  const outcome = await context.acting.submit(command);
  const { rejection } = outcome;
  if (rejection === undefined) return outcome;
  const error = operatorRefusalOf(rejection);
  const account = accountIn(rejection);
  if (account === undefined) throw error;
  const all = await context.engine.query({ type: "accounts" });
  const name = all.find((each) => each.account === account)?.name ?? account;
  throw new WireError("refused", `${name}: ${error.message}: none was changed`);
}

function accountIn(rejection: Rejection): number | undefined {
  if ("account" in rejection) return rejection.account;
  return "from" in rejection ? rejection.from : undefined;
}

/** The operations on many accounts. */
export const manyOperations: readonly ControlOperation[] = [
  openAccounts,
  changeAccounts,
  disableAccounts,
  messageAccounts,
  listMessages,
];
