import { choice, optional } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { accountKinds, accountStatuses, wordOf } from "../words.ts";

/** `GET /control/accounts`: every account, the venue's own and the house's too. */
export const listAccounts = controlOperation({
  method: "GET",
  path: "/control/accounts",
  summary: "List the accounts",
  parameters: { kind: optional(choice("Only accounts of this kind.", accountKinds)) },
  async handle({ engine }, { kind }) {
    const accounts = await engine.query({ type: "accounts" });
    return accounts
      .filter((account) => kind === undefined || account.kind === kind)
      .map(({ account, name, kind, status }) => ({
        account,
        name,
        kind: wordOf(accountKinds, kind),
        status: wordOf(accountStatuses, status),
      }));
  },
});
