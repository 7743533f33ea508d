import { useState } from "react";
import type { ControlFiles } from "../../../../../interface/client/index.ts";
import { save } from "../../../parts/list/csv.ts";
import { SendButton } from "../../../parts/sending.tsx";
import { useOperator } from "../../desk/useOperator.ts";
import { PickField } from "../../parts/fields.tsx";

type Asked = ControlFiles["GET accounts/export"]["input"];
type What = Asked["what"];
type Format = NonNullable<Asked["format"]>;

const WHATS: readonly (readonly [What, string])[] = [
  ["fills", "Fills"],
  ["orders", "Orders that have ended"],
  ["ledger", "Bills"],
  ["equity", "Equity, minute by minute"],
  ["requests", "Requests that were logged"],
];
const FORMATS: readonly (readonly [Format, string])[] = [
  ["csv", "CSV"],
  ["ndjson", "NDJSON"],
  ["parquet", "Parquet"],
];

/** What some accounts did, as a file that the browser saves. */
export function ExportForm({
  whose,
  of,
  onDone,
}: {
  /** In words. */
  readonly whose: string;
  readonly of: Pick<Asked, "accounts" | "kind">;
  readonly onDone: () => void;
}) {
  const desk = useOperator();
  const [what, setWhat] = useState<What>("fills");
  const [format, setFormat] = useState<Format>("csv");
  const name = `${what}.${format}`;
  const send = () =>
    desk.act(`${name} is saved`, async () => {
      const response = await desk.control.file("GET accounts/export", { what, format, ...of });
      save(name, await response.blob()); // which the browser keeps on its disk where it is large
    });
  return (
    <div className="op-form">
      <p>{whose}</p>
      <PickField label="What" value={what} options={WHATS} onChange={setWhat} />
      <PickField label="Form" value={format} options={FORMATS} onChange={setFormat} />
      <SendButton label="Save the file" about={`${name} ${JSON.stringify(of)}`} send={send} onSent={onDone} />
    </div>
  );
}
