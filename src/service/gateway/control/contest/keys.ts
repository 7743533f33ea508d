import * as declared from "../../../../interface/wire/control/operations/contest.ts";
import { invalidParameter } from "../../../../interface/wire/index.ts";
import { HOUR_MS } from "../../../../kernel/host/clock.ts";
import { generatedKey } from "../../auth/newKey.ts";
import { linkOf } from "../../contest/keyLink.ts";
import { addKey } from "../key/keyParameters.ts";
import { controlOperation } from "../operation.ts";
import { contestNamed, practiceName } from "./named.ts";

/**
 * `POST /control/contests/keys`: API keys of the teams, shown only in this answer; or one-time links, by
 * which each team makes its key itself.
 */
export const contestKeys = controlOperation(declared.contestKeys, async (context, input) => {
  const {
    keys: { vault, rng },
    clock,
  } = context;
  const { contest: name, team: only, links, hours } = input;
  const { teams } = await contestNamed(context, name);
  const meant = teams.filter(({ team }) => only === undefined || team === only);
  if (meant.length === 0) throw invalidParameter("team", `${name} has no team '${only}'`);
  const expires = clock.wallMs() + hours * HOUR_MS;
  const answer = [];
  for (const { team, account, practice } of meant) {
    for (const [round, of, accountName] of [
      ["practice", practice, practiceName(team)],
      ["contest", account, team],
    ] as const) {
      if (of === 0) continue;
      if (links) {
        answer.push({
          team,
          round,
          link: linkOf({ vault, rng }, { account: accountName, label: `${team} ${round}`, expires }),
        });
        continue;
      }
      const strings = generatedKey(rng);
      const settings = { permissions: undefined, addresses: undefined, activeFrom: 0, expires: 0, wire: "" };
      await addKey(context, { account: String(of), label: `${team} ${round}`, ...settings }, strings);
      answer.push({ team, round, ...strings });
    }
  }
  return answer;
});
