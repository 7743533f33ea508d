import type { control as answers } from "../../../../../interface/client/index.ts";
import { useAnswer, useNameOf } from "../../desk/useOperator.ts";
import { Table } from "../../parts/table.tsx";

type Profile = answers.LimitsView["profile"];

/** What is counted, in the order of the table. */
const COUNTED = [
  ["ipWeight", "Weight of an address"],
  ["uidWeight", "Weight of an account"],
  ["perOperation", "Requests of one operation"],
  ["placements", "Orders placed"],
  ["cancels", "Orders canceled"],
] as const;

/** The budgets of the profile in force, and the accounts that they do not bind. */
export function Limits() {
  const { data, failure } = useAnswer("GET limits", {});
  const nameOf = useNameOf();
  if (data === undefined) return <p className="wait">{failure ?? "Asking…"}</p>;
  const { profile, exempt } = data;
  return (
    <div className="op-explained">
      <Table
        name="Budgets"
        isBare
        rows={budgetsOf(profile)}
        idOf={({ what }) => what}
        empty="Nothing is limited."
        columns={[
          { title: "What", text: ({ what }) => what },
          { title: "At most", isNumber: true, text: ({ max }) => String(max) },
          { title: "In", isNumber: true, text: ({ windowMs }) => `${windowMs / 1_000} s` },
        ]}
      />
      <p>
        {profile.loopback === "exempt" ? "Who connects on this machine is not counted by address. " : ""}
        Lifted for: {exempt.length === 0 ? "nobody" : exempt.map(nameOf).join(", ")}.
      </p>
    </div>
  );
}

function budgetsOf(profile: Profile) {
  const row = (what: string, budget: { readonly max: number; readonly windowMs: number } | undefined) =>
    budget === undefined ? [] : [{ what, ...budget }];
  return [
    ...COUNTED.flatMap(([field, what]) => row(what, profile[field])),
    ...COUNTED.flatMap(([field, what]) => row(`${what}, V3`, profile.v3?.[field])),
    ...row("Connections of an address", profile.connections),
    ...row("Subscriptions of a connection", profile.sockets?.operations),
  ];
}
