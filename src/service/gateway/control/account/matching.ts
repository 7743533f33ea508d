import { invalidParameter } from "../../../../interface/wire/index.ts";
import type { AccountSummary } from "../../../../kernel/core/index.ts";
import { ACCOUNT_USER } from "../../../../kernel/core/index.ts";

/** Finds the accounts that names, ids and patterns stand for. */

/** The most accounts of one request. */
export const ACCOUNTS_MAX = 1_000;

interface Named {
  readonly account: number;
  readonly name: string;
}

/**
 * The accounts that names, ids or patterns stand for, in the order of `all`, each once. `*` stands for any
 * characters.
 *
 * @param refused makes the error for a text that stands for no account, given the reason
 */
export function matching<A extends Named>(
  all: readonly A[],
  patterns: readonly string[],
  refused: (why: string) => Error,
): readonly A[] {
  const found = new Set<A>();
  for (const pattern of patterns) {
    const meant = all.filter(meaning(pattern));
    if (meant.length === 0)
      throw refused(
        pattern.includes("*") ? `no account is like '${pattern}'` : `there is no account '${pattern}'`,
      );
    for (const each of meant) found.add(each);
  }
  return all.filter((each) => found.has(each));
}

/**
 * The users' accounts that the parameter `accounts` stands for, 1 to {@link ACCOUNTS_MAX}; refuses others
 * with 40020.
 */
export function usersNamed(
  all: readonly AccountSummary[],
  patterns: readonly string[],
): readonly AccountSummary[] {
  const named = matching(all, patterns, (why) => invalidParameter("accounts", why));
  const other = named.find(({ kind }) => kind !== ACCOUNT_USER);
  // A pattern finds users only; a name of another account is refused in words.
  if (other !== undefined && patterns.some((each) => each === other.name || each === String(other.account)))
    throw invalidParameter("accounts", `'${other.name}' is not a user's account`);
  const users = named.filter(({ kind }) => kind === ACCOUNT_USER);
  if (users.length === 0 || users.length > ACCOUNTS_MAX)
    throw invalidParameter("accounts", `1 to ${ACCOUNTS_MAX} of users, got ${users.length}`);
  return users;
}

function meaning(pattern: string): (account: Named) => boolean {
  if (/^\d+$/.test(pattern)) return ({ account }) => account === Number(pattern);
  const parts = pattern.split("*");
  if (parts.length === 1) return ({ name }) => name === pattern;
  const [first, last] = [parts[0]!, parts.at(-1)!];
  const between = parts.slice(1, -1);
  return ({ name }) => {
    if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
      return false;
    let at = first.length;
    for (const part of between) {
      const place = name.indexOf(part, at);
      if (place < 0) return false;
      at = place + part.length;
    }
    return at <= name.length - last.length;
  };
}
