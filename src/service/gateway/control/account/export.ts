import * as declared from "../../../../interface/wire/control/operations/account.ts";
import { fileTypes } from "../../../../interface/wire/control/words.ts";
import { invalidParameter } from "../../../../interface/wire/index.ts";
import { rowsOfRequests } from "../../export/exported.ts";
import { ENTRIES_MAX } from "../../requestLog/requestLog.ts";
import { fileOperation } from "../operation.ts";
import { matching } from "./matching.ts";

/**
 * `GET /control/accounts/export`: a file of the rows that history had when it was asked for, each account's
 * in the order in which they happened.
 */
export const exportAccounts = fileOperation(declared.exportAccounts, async (context, input) => {
  const { what, format, accounts, kind, from, to } = input;
  const all = await context.engine.query({ type: "accounts" });
  const ofKind = all.filter((account) => kind === undefined || account.kind === kind);
  const meant =
    accounts === undefined
      ? ofKind
      : matching(ofKind, accounts.split(","), (why) => invalidParameter("accounts", why));
  const isOfAll = accounts === undefined && kind === undefined; // of no account too: requests without a key
  const ids = isOfAll ? undefined : meant.map(({ account }) => account).toSorted((a, b) => a - b);
  const query = { accounts: ids, from, to };
  const { entries } = context.clients.requestLog.read({ limit: what === "requests" ? ENTRIES_MAX : 0 });
  const requests = rowsOfRequests(entries, query);
  const pieces = await context.exports.begin({
    ...{ what, format, query, requests },
    from: await context.history.source(),
  });
  return { name: `${what}.${format}`, type: fileTypes[format], pieces, signal: pieces.signal };
});
