import type { AccountSummary, AccountView, Command } from "../../kernel/core/index.ts";
import { ACCOUNT_HOUSE, type ACCOUNT_USER } from "../../kernel/core/index.ts";
import type { EnginePort } from "../../kernel/engine/index.ts";

/**
 * A participant whose account could not be set up, that was refused what cannot be refused, or that asks for
 * what no venue could carry out.
 */
export class ParticipantError extends Error {
  override readonly name = "ParticipantError";
}

type ParticipantKind = typeof ACCOUNT_HOUSE | typeof ACCOUNT_USER;

/**
 * Checks that an account is of the wanted kind. @throws ParticipantError where one that has the name already
 * is of another kind
 */
export function checkKind({ account, kind, name }: AccountSummary, wanted: ParticipantKind): void {
  if (kind === wanted) return;
  const whose = wanted === ACCOUNT_HOUSE ? "the house's" : "a user's";
  throw new ParticipantError(`the name ${name} belongs to account ${account}, which is not ${whose}`);
}

/**
 * The account of a name, opened if there is none.
 *
 * @throws ParticipantError when it is of another kind, or the venue refuses
 */
export async function openedAccount(
  engine: EnginePort,
  name: string,
  kind: ParticipantKind,
): Promise<AccountView> {
  const known = (await engine.query({ type: "accounts" })).find((account) => account.name === name);
  if (known !== undefined) checkKind(known, kind);
  const account = known?.account ?? (await accepted(engine, { type: "openAccount", kind, name }));
  const view = await engine.query({ type: "account", account });
  if (view === undefined) throw new ParticipantError(`account ${account} of ${name} is gone`);
  return view;
}

/** Submits a command that cannot be refused. @returns the id that it made @throws ParticipantError */
export async function accepted(engine: Pick<EnginePort, "submitAll">, command: Command): Promise<number> {
  return (await allAccepted(engine, [command]))[0]!;
}

/** Submits commands that cannot be refused. @returns the ids that they made @throws ParticipantError */
export async function allAccepted(
  engine: Pick<EnginePort, "submitAll">,
  commands: readonly Command[],
): Promise<readonly number[]> {
  if (commands.length === 0) return [];
  return (await engine.submitAll(commands)).map(({ id, rejection }, i) => {
    if (rejection !== undefined)
      throw new ParticipantError(`the venue refused ${commands[i]!.type}: ${rejection.type}`);
    return id;
  });
}
