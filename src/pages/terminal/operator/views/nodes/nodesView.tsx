import type { control as answers } from "../../../../../interface/client/index.ts";
import { dateTime } from "../../../format/time.ts";
import { useAnswer, useOperator } from "../../desk/useOperator.ts";
import { ConfirmButton } from "../../parts/confirm.tsx";
import { Fact, Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";

/** The nodes of the cluster, who leads, and the database under them. */
export function NodesView() {
  const { data: cluster, failure } = useAnswer("GET cluster", {});
  if (cluster === undefined || cluster.node === "")
    return (
      <Section title="Nodes" failure={failure}>
        <p className={cluster === undefined ? "wait" : "empty"}>
          {cluster === undefined
            ? "Asking…"
            : "This venue is one process on its own files: no other node, nobody to take over. Several nodes over one database: outcry serve --cluster."}
        </p>
      </Section>
    );
  return (
    <>
      <Nodes cluster={cluster} failure={failure} />
      <Database />
      <Takeovers cluster={cluster} />
    </>
  );
}

function Nodes({
  cluster,
  failure,
}: {
  readonly cluster: answers.ClusterStatus;
  readonly failure: string | undefined;
}) {
  const { leader, epoch, leaseMs, unknown, staleSeconds } = cluster;
  const wrong = cluster.clocks.filter(({ offMs }) => Math.abs(offMs ?? 0) > cluster.clockBoundMs);
  return (
    <Section title="Nodes" failure={failure} {...(leader !== "" && { aside: <StepDown leader={leader} /> })}>
      <dl className="op-facts">
        <Fact name="Leader">
          <span className={leader === "" ? "danger" : ""}>
            {leader === "" ? "nobody is known to lead" : leader}
          </span>
        </Fact>
        <Fact name="Epoch">{epoch}</Fact>
        <Fact name="Lease">{leaseMs} ms</Fact>
        <Fact name="Outcomes unknown, of requests passed on here">
          <span className={unknown > 0 ? "warn" : ""}>{unknown}</span>
        </Fact>
        <Fact name="Last heard of the leader">{staleSeconds} s ago</Fact>
        <Fact name="Clocks that are wrong">
          <span className={wrong.length > 0 ? "warn" : ""}>
            {wrong.length === 0
              ? "none"
              : wrong.map(({ address, offMs }) => `${address || "the database"}: ${offMs} ms`).join(", ")}
          </span>
        </Fact>
      </dl>
      <Table
        name="Nodes"
        isBare
        rows={cluster.nodes}
        idOf={({ node }) => node}
        empty="None is known."
        columns={[
          {
            title: "Node",
            text: ({ node }) => node,
            cell: ({ node }) => (node === cluster.node ? <strong>{node}, this one</strong> : node),
          },
          { title: "Address", text: ({ address }) => address },
          { title: "Part", text: ({ leads }) => (leads ? "leads" : "follows") },
          { title: "Command", text: ({ seq }) => String(seq), isNumber: true },
          { title: "Behind", text: ({ lag }) => String(lag), isNumber: true },
        ]}
      />
    </Section>
  );
}

function StepDown({ leader }: { readonly leader: string }) {
  const desk = useOperator();
  return (
    <ConfirmButton
      label="Step down…"
      title="Let another node lead"
      word={leader}
      send={() => desk.act(`${leader} gives up the lead`, () => desk.control.call("POST cluster/step-down"))}
    >
      The leader gives the lead up and follows; another node takes over. Requests wait meanwhile, as long as
      half a second.
    </ConfirmButton>
  );
}

type Server = answers.ClusterDatabase["servers"][number];

function Database() {
  const { data, failure } = useAnswer("GET cluster/database", {});
  const standbys = data?.servers.flatMap((each) => each.standbys);
  return (
    <Section title="Database" failure={failure}>
      <Table
        name="Servers"
        isBare
        rows={data?.servers}
        idOf={({ server }) => server}
        empty="The log is on no server."
        columns={[
          { title: "Server", text: ({ server }) => server },
          {
            title: "Is",
            text: roleOf,
            cell: (row) => <span className={row.role === "unreachable" ? "danger" : ""}>{roleOf(row)}</span>,
          },
          {
            title: "What is wrong",
            text: ({ problem }) => problem,
            cell: ({ problem }) => <span className="danger">{problem}</span>,
            isLong: true,
          },
        ]}
      />
      <Table
        name="Standbys"
        isBare
        rows={standbys}
        idOf={({ name }) => name}
        empty="No standby is connected: with this one machine everything is lost."
        columns={[
          { title: "Standby", text: ({ name }) => name },
          { title: "State", text: ({ state }) => state },
          { title: "A commit waits for it", text: ({ sync }) => sync },
          { title: "Behind, bytes", text: ({ behindBytes }) => String(behindBytes), isNumber: true },
        ]}
      />
    </Section>
  );
}

function roleOf({ role, timeline }: Server): string {
  return role === "primary" ? `primary, timeline ${timeline}` : role;
}

function Takeovers({ cluster: { takeovers } }: { readonly cluster: answers.ClusterStatus }) {
  return (
    <Section title="Takeovers">
      <Table
        name="Takeovers"
        isBare
        rows={takeovers}
        idOf={({ epoch }) => epoch}
        empty="Nobody has led since this node started."
        columns={[
          { title: "Epoch", text: ({ epoch }) => String(epoch), isNumber: true },
          { title: "Seen, database's time", text: ({ time }) => dateTime(time) },
          { title: "Node", text: ({ node }) => node },
          { title: "Address", text: ({ address }) => address },
        ]}
      />
    </Section>
  );
}
