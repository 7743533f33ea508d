import type { control as answers } from "../../../../../interface/client/index.ts";
import { dateTime } from "../../../format/time.ts";
import type { ShownColumn } from "../../../parts/list/rows.tsx";
import { hrefOf } from "../../desk/place.ts";

type Command = Pick<answers.JournalPast["entries"][number], "seq" | "time" | "command" | "by" | "accounts">;

interface Shown<Row> {
  readonly openSeq: number | undefined;
  readonly onOpen: (seq: number | undefined) => void;
  whatOf(row: Row): string;
  /** The accounts, in the order in which they are named. */
  touchedBy(row: Row): readonly string[];
}

/** What is said of every command, be it of now or long past; its number opens it. */
export function commandColumns<Row extends Command>({
  openSeq,
  onOpen,
  whatOf,
  touchedBy,
}: Shown<Row>): readonly ShownColumn<Row>[] {
  return [
    {
      title: "Seq",
      isNumber: true,
      text: ({ seq }) => String(seq),
      cell: ({ seq }) => (
        <button
          type="button"
          className="link"
          aria-expanded={seq === openSeq}
          aria-label={`Command ${seq}`}
          onClick={() => onOpen(seq === openSeq ? undefined : seq)}
        >
          {seq}
        </button>
      ),
    },
    { title: "Market time, UTC", text: ({ time }) => dateTime(time) },
    { title: "Command", text: ({ command }) => command },
    { title: "By", text: ({ by }) => by ?? "" },
    { title: "What", isLong: true, text: whatOf },
    {
      title: "Touches",
      text: ({ accounts }) => accounts.join(", "),
      cell: (row) => <AccountLinks names={touchedBy(row)} />,
    },
  ];
}

/** Accounts named in a row; further ones are counted. */
const TOUCHED_MAX = 2;

/** The accounts of a command, each leading to it. */
function AccountLinks({ names }: { readonly names: readonly string[] }) {
  return (
    <>
      {names.slice(0, TOUCHED_MAX).map((name) => (
        <a key={name} className="op-tag" href={hrefOf("accounts", name)}>
          {name}
        </a>
      ))}
      {names.length > TOUCHED_MAX && <span className="faint">+{names.length - TOUCHED_MAX}</span>}
    </>
  );
}
