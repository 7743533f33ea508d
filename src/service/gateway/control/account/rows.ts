import { moneyText } from "../../../../interface/wire/index.ts";
import type { AccountSummary } from "../../../../kernel/core/index.ts";
import { accountKinds, accountStatuses, wordOf } from "../../words.ts";
import type { ControlContext } from "../operation.ts";

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
