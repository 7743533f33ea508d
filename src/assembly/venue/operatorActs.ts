import type { CommandOf, Event } from "../../kernel/core/index.ts";
import {
  actedCommand,
  commandLayouts,
  decodeCommand,
  decodeEvents,
  RecordView,
} from "../../kernel/core/index.ts";
import type { DurableFrame } from "../../kernel/engine/index.ts";
import type { OperatorAct } from "../../service/contest/index.ts";
import { accountsIn } from "../../service/gateway/control/index.ts";

type Act = CommandOf<"act">;

/** What a contest does to its teams by itself. */
const OWN_ACTION = "contests/advance";

/**
 * What operators did to teams: acts that name an account of a team, or name nobody's and led to something of
 * a team's account. What was refused is none, nor is what a contest does by itself at its moments.
 */
export class OperatorActs {
  /** Ascending. */
  readonly list: OperatorAct[] = [];
  /** By account, as a number and as control is asked for it. */
  readonly #teams = new Map<number | string, string>();

  /** What is done to an account is done to a team from now on. */
  follow(team: string, account: number, name: string): void {
    for (const each of [account, String(account), name]) this.#teams.set(each, team);
  }

  /** Takes a frame. @param commands of it, as the journal has them */
  take({ firstSeq, time, events }: DurableFrame, commands: Uint8Array): void {
    const view = new RecordView(commands);
    let index = -1;
    for (let at = 0; at < view.length; at = view.next(at)) {
      index++;
      if (view.kind(at) !== ACT) continue;
      const act = decodeCommand(view, at) as Act;
      if (act.refusal !== "" || act.action === OWN_ACTION) continue;
      const led = [...decodeEvents(new RecordView(events))].filter((each) => each.index === index);
      const touched = touchedBy(
        act,
        led.map(({ event }) => event),
      );
      const teams = new Set(touched.flatMap((account) => this.#teams.get(account) ?? []));
      if (teams.size > 0) this.#add({ seq: firstSeq + index, time, ...act, teams: [...teams] });
    }
  }

  /** What an operator asked for once may take several commands: it is listed once. */
  #add({ seq, time, operator, action, given, teams }: OperatorAct): void {
    const before = this.list.at(-1);
    const isSame =
      before?.time === time &&
      before.operator === operator &&
      before.action === action &&
      before.given === given;
    if (isSame)
      this.list[this.list.length - 1] = { ...before, teams: [...new Set([...before.teams, ...teams])] };
    else this.list.push({ seq, time, operator, action, given, teams });
  }
}

const { kind: ACT } = commandLayouts.act;

/** Accounts that an act is about, by number, or as control was asked for them. */
function touchedBy(act: Act, led: readonly Event[]): readonly (number | string)[] {
  if (led.some(({ type }) => type === "commandRejected")) return [];
  const command = actedCommand(act);
  if (command === undefined) return namedIn(act.given);
  const named = accountsIn(command, []);
  return [...(named.size > 0 ? named : accountsIn(command, led))];
}

/** Of what the core has no part in, such as a fault: the accounts that the request names. */
function namedIn(given: string): readonly string[] {
  const { account = [], accounts = [] } = JSON.parse(given) as Record<string, string | string[]>;
  return [account, accounts].flat();
}
