import { Fragment } from "react";
import type { RequestRow } from "../../account/requestWatch.ts";
import { remedyOf } from "../../format/failure.ts";
import { clockTime } from "../../format/time.ts";
import { TableHead } from "../../parts/tableHead.tsx";

/** Requests with the venue's answers, latest first: accepted, or refused with reason and remedy. */
export function RequestTable({ rows }: { readonly rows: readonly RequestRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className="scroll" tabIndex={0} aria-label="Latest requests">
      <table className="rows">
        <caption className="unseen">Latest first</caption>
        <TableHead columns={["Time UTC", "Request", "Program", "Answer"]} />
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ row }: { readonly row: RequestRow }) {
  const isRefused = row.status >= 400 || row.reason !== "";
  const remedy = remedyOf(row.code);
  return (
    <tr className={isRefused ? "refused" : "accepted"}>
      <td className="faint">{clockTime(row.time)}</td>
      <td className="request">
        <span className="faint">{row.method}</span> <Path>{row.path}</Path>
      </td>
      <td className="muted">{row.program}</td>
      <td className="answer">
        {isRefused ? (
          <>
            <span className="danger">
              Refused {row.status} {row.code}
            </span>
            <span className="reason">{row.reason}</span>
            {remedy !== "" && <span className="remedy">{remedy}</span>}
          </>
        ) : (
          <span className="up">Accepted in {row.tookMs.toFixed(1)} ms</span>
        )}
      </td>
    </tr>
  );
}

/** A path that breaks where it has its slashes, if it must. */
function Path({ children }: { readonly children: string }) {
  return children.split("/").map((part, i) => (
    <Fragment key={i}>
      {i > 0 && (
        <>
          <wbr />/
        </>
      )}
      {part}
    </Fragment>
  ));
}
