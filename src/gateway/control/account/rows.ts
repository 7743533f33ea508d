import type { AccountSummary } from "../../../core/index.ts";
import { invalidParameter, moneyText } from "../../../wire/index.ts";
import type { ControlContext } from "../operation.ts";
import { accountKinds, accountStatuses, wordOf } from "../words.ts";

/** Accounts as lists show them, with what each has where that is asked for. */
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

/**
 * The accounts that names, ids or patterns mean, by id, each once. `*` stands for any characters. Refuses with 40020 one that means none.
 */
export function matching(
  all: readonly AccountSummary[],
  patterns: readonly string[],
  parameter: string,
): readonly AccountSummary[] {
  const found = new Set<AccountSummary>();
  for (const pattern of patterns) {
    const isMeant = meaning(pattern);
    const meant = all.filter(isMeant);
    if (meant.length === 0)
      throw invalidParameter(
        parameter,
        pattern.includes("*") ? `no account is like '${pattern}'` : `there is no account '${pattern}'`,
      );
    for (const each of meant) found.add(each);
  }
  return all.filter((each) => found.has(each));
}

function meaning(pattern: string): (account: AccountSummary) => boolean {
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
