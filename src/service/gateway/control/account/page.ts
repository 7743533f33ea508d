import { pageAccounts as declared } from "../../../../interface/wire/control/operations/account.ts";
import { moneyText } from "../../../../interface/wire/index.ts";
import type { AccountSummary } from "../../../../kernel/core/index.ts";
import { accountKinds, type accountOrders, accountStatuses, wordOf } from "../../words.ts";
import type { ControlContext } from "../operation.ts";
import { controlOperation } from "../operation.ts";

type AccountOrder = keyof typeof accountOrders;

/**
 * `GET /control/accounts/page`: a page of the list of accounts. What the accounts of other pages have is
 * looked up only if the list is sorted by it.
 */
export const pageAccounts = controlOperation(
  declared,
  async (context, { kind, words, sort, descending, offset, limit }) => {
    const accounts = await context.engine.query({ type: "accounts" });
    const ofKind = accounts.filter((each) => kind === undefined || each.kind === kind);
    const found = containing(ofKind, words);
    const ordered = await inOrder(context, found, sort, descending);
    return {
      total: found.length,
      accounts: await accountRows(context, ordered.slice(offset, offset + limit), true),
    };
  },
);

/** The accounts that have each of the words somewhere in their row, in upper or lower case. */
function containing(accounts: readonly AccountSummary[], words: string): readonly AccountSummary[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return accounts;
  return accounts.filter(({ account, name, kind, status }) => {
    const fields = [String(account), name, wordOf(accountKinds, kind), wordOf(accountStatuses, status)];
    const text = fields.join("\n").toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** "bot-9" is before "bot-10". */
const texts = new Intl.Collator("en", { numeric: true });

async function inOrder(
  context: ControlContext,
  accounts: readonly AccountSummary[],
  sort: AccountOrder,
  descending: boolean,
): Promise<readonly AccountSummary[]> {
  const keyed = await Promise.all(
    accounts.map(async (account) => ({ account, key: await keyOf(context, account, sort) })),
  );
  const sign = descending ? -1 : 1;
  return keyed
    .sort((a, b) => sign * compared(a.key, b.key) || a.account.account - b.account.account)
    .map(({ account }) => account);
}

type Key = string | number | bigint;

/** What an account is sorted by. */
async function keyOf(
  { engine }: ControlContext,
  { account, name, kind, status }: AccountSummary,
  sort: AccountOrder,
): Promise<Key> {
  switch (sort) {
    case "account":
      return account;
    case "name":
      return name;
    case "kind":
      return wordOf(accountKinds, kind);
    case "status":
      return wordOf(accountStatuses, status);
    case "positions":
      return (await engine.query({ type: "positions", account, contract: undefined })).length;
    default:
      return (await engine.query({ type: "assets", account }))![sort];
  }
}

function compared(a: Key, b: Key): number {
  if (typeof a === "string" || typeof b === "string") return texts.compare(String(a), String(b));
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Accounts as lists show them. @param money whether with the balance, equity and positions of each */
export function accountRows(context: ControlContext, accounts: readonly AccountSummary[], money: boolean) {
  return Promise.all(
    accounts.map(async (each) => ({
      account: each.account,
      name: each.name,
      kind: wordOf(accountKinds, each.kind),
      status: wordOf(accountStatuses, each.status),
      ...(money && (await moneyOf(context, each))),
    })),
  );
}

async function moneyOf({ engine }: ControlContext, { account }: AccountSummary) {
  const [assets, positions] = await Promise.all([
    engine.query({ type: "assets", account }),
    engine.query({ type: "positions", account, contract: undefined }),
  ]);
  return {
    wallet: moneyText(assets!.wallet),
    equity: moneyText(assets!.equity),
    unrealized: moneyText(assets!.unrealized),
    positions: positions.length,
  };
}
