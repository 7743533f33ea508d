import * as declared from "../../../../interface/wire/control/operations/invitation.ts";
import { invalidParameter, moneyText, WireError } from "../../../../interface/wire/index.ts";
import type { InvitationView } from "../../../../kernel/core/index.ts";
import { HOUR_MS } from "../../../../kernel/host/clock.ts";
import { checkedName } from "../../auth/accounts.ts";
import { randomText } from "../../auth/newKey.ts";
import { codeHash, JOIN_PATH } from "../../selfService/join.ts";
import { bitsOf, permissionWords } from "../../words.ts";
import type { ControlOperation } from "../operation.ts";
import { controlOperation } from "../operation.ts";
import { amountOf } from "../parameters.ts";

/** Letters and digits of a code: 119 bits. */
const CODE_LENGTH = 20;

/** `GET /control/invitations`: without anything secret. */
const listInvitations = controlOperation(declared.listInvitations, async ({ engine }) =>
  (await engine.query({ type: "invitations" })).map(shown),
);

/** `POST /control/invitations/create`: this answer is the only place where the code is shown. */
const createInvitation = controlOperation(declared.createInvitation, async (context, input) => {
  const {
    engine,
    submit,
    keys: { rng },
    clock,
  } = context;
  const { name, uses, hours, balance, keys } = input;
  if (!context.keys.selfService)
    throw new WireError("refused", "Nobody could use it: the venue was started without --self-service");
  checkedName(name, "name");
  const known = await engine.query({ type: "invitations" });
  if (known.some((each) => each.name === name))
    throw new WireError("refused", `There is an invitation ${name} already`);
  const permissions = bitsOf(input.permissions ?? ["read", "futures"]);
  if (permissions === 0 || (permissions & ~bitsOf(["read", "spot", "futures"])) !== 0)
    throw invalidParameter("permissions", "at least one of read, spot, futures, and no other");
  const code = randomText(rng, CODE_LENGTH);
  const amount = balance === undefined ? 0n : amountOf(balance, "balance");
  const until = clock.wallMs() + hours * HOUR_MS;
  const terms = { name, codeHash: codeHash(code), uses, keys, permissions, until, amount };
  await submit({ type: "setInvitation", ...terms });
  const { accounts: _, ...rest } = shown({ ...terms, accounts: [] });
  return { ...rest, code, link: `${JOIN_PATH}#${code}` };
});

/** `POST /control/invitations/revoke`. */
const revokeInvitation = controlOperation(declared.revokeInvitation, async ({ engine, submit }, { name }) => {
  const known = (await engine.query({ type: "invitations" })).find((each) => each.name === name);
  if (known === undefined) throw invalidParameter("name", `there is no invitation '${name}'`);
  const { accounts: _, ...terms } = known;
  await submit({ type: "setInvitation", ...terms, uses: 0 });
  return shown({ ...known, uses: 0 });
});

function shown({ name, uses, keys, permissions, until, amount, accounts }: InvitationView) {
  return {
    name,
    uses,
    keys,
    permissions: permissionWords(permissions),
    balance: moneyText(amount),
    until,
    accounts: [...accounts],
  };
}

/** The operations of invitations. */
export const invitationOperations: readonly ControlOperation[] = [
  listInvitations,
  createInvitation,
  revokeInvitation,
];
