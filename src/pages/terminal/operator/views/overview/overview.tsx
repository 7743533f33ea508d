import { Button } from "react-aria-components";
import type { control as answers } from "../../../../../interface/client/index.ts";
import { Choice } from "../../../parts/choice.tsx";
import { DialogButton } from "../../../parts/dialog.tsx";
import { aligned } from "../../../parts/list/places.ts";
import { useStore } from "../../../state/useStore.ts";
import { auditNow } from "../../desk/commands.ts";
import { hrefOf } from "../../desk/place.ts";
import { usePolled } from "../../desk/polled.ts";
import { useOperator } from "../../desk/useOperator.ts";
import { FIGURE_NAMES, Figure } from "../../explain/figure.tsx";
import { Fact, Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";
import { alertsOf } from "./alerts.ts";
import { Limits } from "./limits.tsx";
import { States } from "./states.tsx";

/** How the venue is, at a glance. */
export function Overview() {
  return (
    <div className="op-grid">
      <div className="op-cell">
        <Alerts />
        <Work />
      </div>
      <Health />
      <div className="op-cell">
        <Fund />
        <States />
      </div>
      <Interest />
      <News />
    </div>
  );
}

function Alerts() {
  const desk = useOperator();
  const { data: status, failure } = usePolled(desk.status);
  const { data: contracts } = usePolled(desk.contracts);
  const { data: accounts } = usePolled(desk.accounts);
  const { data: poorest } = usePolled(desk.poorest);
  const { data: participants } = usePolled(desk.participants);
  const known = { status, contracts, accounts, poorest, participants };
  const alerts = alertsOf(known);
  const isAllKnown = Object.values(known).every((each) => each !== undefined);
  return (
    <Section title="Alerts" failure={failure}>
      {alerts.length === 0 && !isAllKnown ? (
        <p className="wait">Asking…</p>
      ) : alerts.length === 0 ? (
        <p className="op-pad up">Nothing wants attention.</p>
      ) : (
        <ul className="op-alerts">
          {alerts.map(({ tone, text, view }) => (
            <li key={text}>
              <span className={tone}>{text}</span> <a href={hrefOf(view)}>Open</a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Health() {
  const desk = useOperator();
  const { data: status, failure } = usePolled(desk.status);
  if (status === undefined) {
    return (
      <Section title="Health" failure={failure}>
        <p className="wait">Asking…</p>
      </Section>
    );
  }
  const { audit } = status;
  return (
    <Section
      title="Health"
      failure={failure}
      aside={
        <Button
          className="button small"
          onPress={() => desk.press("Every rule of the state holds", () => auditNow(desk))}
        >
          Audit now
        </Button>
      }
    >
      <dl className="op-facts">
        <Fact name="State">
          <span className={status.state === "running" || status.state === "following" ? "up" : "danger"}>
            {status.state}
          </span>
        </Fact>
        <Fact name="History">
          <span className={status.history === "whole" ? "" : "danger"}>{status.history}</span>
        </Fact>
        <Fact name="History behind">{status.historyLag} commands</Fact>
        <Fact name="Audit">
          <span className={audit.violations > 0 ? "danger" : ""}>{auditText(audit)}</span>
        </Fact>
        <Fact name="Running for">{durationText(status.uptimeMs)}</Fact>
        <Fact name="Market">{status.market}</Fact>
        <Fact name="Limits" isWide>
          <span className="actions">
            <Choice
              label="Limits in force"
              value={status.limits}
              options={limitOptions(status.limits)}
              onChange={(profile) => {
                if (profile !== status.limits)
                  void desk.press(`Limits are ${profile}`, () =>
                    desk.control.call("POST limits/use", { profile }),
                  );
              }}
            />
            <DialogButton label="What they are" title={`Limits: ${status.limits}`} className="link">
              {() => <Limits />}
            </DialogButton>
          </span>
        </Fact>
        <Fact name="Digest">
          <code title={status.digest}>{status.digest.slice(0, 12)}</code>
        </Fact>
      </dl>
    </Section>
  );
}

const PROFILES = ["seed", "published", "off"];

/** The choices of limit profiles; the one that the venue started with may have its own name. */
function limitOptions(now: string): readonly (readonly [string, string])[] {
  return [...new Set([...PROFILES, now])].map((name) => [name, name] as const);
}

function auditText({ running, violations, broken, passes, lastPass }: answers.AuditView): string {
  if (violations > 0) return broken ?? "a rule is broken";
  if (!running) return "off";
  if (lastPass === null) return "first pass under way";
  return `${passes} ${passes === 1 ? "pass" : "passes"} without a finding, the last at command ${lastPass.seq}`;
}

function Work() {
  const desk = useOperator();
  const { data: status } = usePolled(desk.status);
  const { perSecond } = useStore(desk.throughput);
  const now = perSecond.at(-1);
  return (
    <Section title="Work">
      <p className="op-hero">
        {now === undefined ? "…" : now < 10 ? now.toFixed(1) : now.toFixed(0)}{" "}
        <span className="muted">commands/s</span>
      </p>
      <Trend values={perSecond} label="Commands a second over the last minute" />
      <dl className="op-facts">
        <Fact name="Last durable command">
          <a href={hrefOf("journal")}>{status?.durableSeq ?? "…"}</a>
        </Fact>
        <Fact name="Last executed">{status?.headSeq ?? "…"}</Fact>
      </dl>
    </Section>
  );
}

function Fund() {
  const desk = useOperator();
  const { data: fund, failure } = usePolled(desk.fund);
  return (
    <Section title="Insurance fund" failure={failure}>
      {fund === undefined ? (
        <p className="wait">Asking…</p>
      ) : (
        <dl className="op-facts">
          {(["equity", "wallet", "unrealized", "withdrawable"] as const).map((name) => (
            <Fact key={name} name={`${FIGURE_NAMES[name]}, USDT`}>
              <Figure
                account={String(fund.account)}
                name={name}
                value={fund[name]}
                isSigned={name === "unrealized"}
              />
            </Fact>
          ))}
          <Fact name="Positions taken over">
            <a href={hrefOf("accounts", "insurance fund")}>{fund.positions.length}</a>
          </Fact>
        </dl>
      )}
    </Section>
  );
}

function Interest() {
  const desk = useOperator();
  const { data: contracts, failure } = usePolled(desk.contracts);
  return (
    <Section title="Open interest" failure={failure}>
      <Table
        name="Open interest"
        isBare
        rows={contracts}
        idOf={({ contract }) => contract}
        empty="No contract is listed."
        columns={[
          {
            title: "Contract",
            text: ({ symbol }) => symbol,
            cell: ({ symbol }) => <a href={hrefOf("contracts", symbol)}>{symbol}</a>,
          },
          { title: "Status", text: ({ status }) => status },
          { title: "Mark", isQuantity: true, text: ({ mark }) => mark },
          {
            title: "Open interest",
            isNumber: true,
            text: ({ openInterest }) => openInterest,
            cell: ({ openInterest, baseCoin }, places) => `${aligned(openInterest, places)} ${baseCoin}`,
          },
        ]}
      />
    </Section>
  );
}

function durationText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const days = Math.floor(minutes / 1_440);
  const hours = Math.floor(minutes / 60) % 24;
  return `${days > 0 ? `${days} d ` : ""}${hours > 0 || days > 0 ? `${hours} h ` : ""}${minutes % 60} min`;
}

const WIDTH = 240;
const HEIGHT = 32;

/** A line of the last values; its figures are beside it, so it is told as a picture. */
function Trend({ values, label }: { readonly values: readonly number[]; readonly label: string }) {
  const most = Math.max(...values, 1);
  const points = values.map((value, i) => {
    const x = values.length === 1 ? 0 : (i / (values.length - 1)) * WIDTH;
    return `${x.toFixed(1)},${(HEIGHT - (value / most) * (HEIGHT - 2) - 1).toFixed(1)}`;
  });
  return (
    <svg
      className="op-trend"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polyline
        points={points.join(" ")}
        fill="none"
        stroke="currentColor"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** What went on last, newest first. */
function News() {
  const { data, failure } = usePolled(useOperator().news);
  return (
    <Section title="What goes on" failure={failure}>
      <Table
        name="What goes on"
        rows={data?.news.toReversed()}
        idOf={({ id }) => String(id)}
        empty="Nothing has happened yet."
        columns={[
          {
            title: "Market time",
            text: ({ time }) => new Date(time).toISOString().slice(0, 19).replace("T", " "),
          },
          { title: "About", text: ({ kind }) => kind.replaceAll("-", " ") },
          { title: "What", text: ({ text }) => text },
        ]}
      />
    </Section>
  );
}
