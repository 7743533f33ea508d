import type { AccountView } from "../../core/index.ts";
import type { PrivateContext } from "../operation.ts";

/** The account of the key: it exists, since the key does. */
export async function accountOf({ engine, account }: PrivateContext): Promise<AccountView> {
  const view = await engine.query({ type: "account", account });
  if (view === undefined) throw new Error(`invariant: account ${account} of a key exists`);
  return view;
}
