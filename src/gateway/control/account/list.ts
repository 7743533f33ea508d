import type { AccountSummary } from "../../../core/index.ts";
import * as declared from "../../../wire/control/operations/account.ts";
import { moneyText } from "../../../wire/index.ts";
import type { ControlContext } from "../operation.ts";
import { controlOperation } from "../operation.ts";
import { accountKinds, accountStatuses, wordOf } from "../words.ts";

/** `GET /control/accounts`: every account, the venue's own and the house's too; with what each has, where that is asked for. */
export const listAccounts = controlOperation(declared.listAccounts, async (context, { kind, money }) => {
  const accounts = await context.engine.query({ type: "accounts" });
  const wanted = accounts.filter((account) => kind === undefined || account.kind === kind);
  return Promise.all(
    wanted.map(async (each) => ({
      account: each.account,
      name: each.name,
      kind: wordOf(accountKinds, each.kind),
      status: wordOf(accountStatuses, each.status),
      ...(money && (await moneyOf(context, each))),
    })),
  );
});

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
