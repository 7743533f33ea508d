import { remedyOf } from "../../format/failure.ts";
import { DialogButton } from "../../parts/dialog.tsx";
import { useAnswer } from "../desk/useOperator.ts";

/** Opens why a request was refused: the rule, its numbers, its formula, and what to do. */
export function RefusalButton({ account, request }: { readonly account: string; readonly request?: number }) {
  const which = request === undefined ? `the last refusal of ${account}` : `refusal ${request}`;
  return (
    <DialogButton label="Explain" name={`Explain ${which}`} className="link" title={`Why: ${which}`}>
      {() => <RefusalExplained account={account} request={request} />}
    </DialogButton>
  );
}

function RefusalExplained({
  account,
  request,
}: {
  readonly account: string;
  readonly request: number | undefined;
}) {
  const { data, failure } = useAnswer("GET explain/rejection", {
    account,
    ...(request !== undefined && { request }),
  });
  if (data === undefined) return <p className="wait">{failure ?? "Asking…"}</p>;
  const remedy = remedyOf(data.code);
  return (
    <div className="op-explained">
      <p>
        {data.method} {data.path}: {data.status} {data.code}
      </p>
      <p className="danger">{data.reason}</p>
      {data.rule !== undefined && (
        <p>
          Rule: <strong>{data.rule}</strong>
        </p>
      )}
      {data.formulas?.map((formula) => (
        <p key={formula} className="note">
          {formula}
        </p>
      ))}
      <dl className="op-terms">
        {Object.entries(data.numbers ?? {}).map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {remedy !== "" && <p>{remedy}</p>}
    </div>
  );
}
