import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { fixed, signedPercent, toneOf } from "../format/decimal.ts";
import { dateTime } from "../format/time.ts";
import { SignIn, SignInField } from "../session/signIn.tsx";
import { useStore } from "../state/useStore.ts";
import type { Board, BoardData, Contest, Shown } from "./boardData.ts";
import { type Pages, useGlide, usePages } from "./moves.ts";
import { Sparkline } from "./sparkline.tsx";

/** Who is ahead, for a projector: large figures, rows that glide, pages that turn by themselves. */
export function BoardPage({ data }: { readonly data: BoardData }) {
  const state = useStore(data);
  if (state.type === "waiting") return <BoardMessage words="Looking for the venue…" />;
  if (state.type === "failed") return <BoardMessage words={`${state.why} Trying again.`} />;
  if (state.type === "hidden") return <OperatorsAlone data={data} />;
  return <Ranking board={state.board} problem={state.problem} />;
}

function BoardMessage({ words }: { readonly words: string }) {
  return (
    <main className="lb lb-said">
      <h1>Leaderboard</h1>
      <p role="status">{words}</p>
    </main>
  );
}

function OperatorsAlone({ data }: { readonly data: BoardData }) {
  return (
    <SignIn
      title="Leaderboard"
      words={
        <>
          This venue shows it to operators alone, since it was started without{" "}
          <code>--leaderboard public</code>. With an operator's token it is shown here, too; the token stays
          in the memory of this page.
        </>
      }
      onSubmit={(text) => data.followAsOperator(text("token"))}
    >
      <SignInField name="token" label="Token" isHidden autoFocus />
    </SignIn>
  );
}

function Ranking({ board, problem }: { readonly board: Board; readonly problem: string | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const rowsOfPage = useRowsThatFit(place);
  const { teams, contest } = board;
  const pages = usePages(Math.max(1, Math.ceil(teams.length / rowsOfPage)));
  const first = pages.page * rowsOfPage;
  return (
    <main className="lb">
      <header className="lb-head">
        <h1>{contest?.title ?? "Leaderboard"}</h1>
        {contest !== null && <p className="lb-phase">{phaseText(contest)}</p>}
        <p className="lb-time">
          <span className="unseen">Market time </span>
          {dateTime(board.time)} <span className="muted">UTC</span>
        </p>
        {board.delayMs > 0 && <p className="lb-note">delayed by {delayText(board.delayMs)}</p>}
        {problem !== undefined && (
          <p className="lb-note warn" role="alert">
            {problem}
          </p>
        )}
        <Turning pages={pages} />
      </header>
      <div className="lb-place" ref={place}>
        {teams.length === 0 ? (
          <p className="muted">Nobody is there yet.</p>
        ) : (
          <Teams
            teams={teams.slice(first, first + rowsOfPage)}
            page={pages.page}
            isScored={contest !== null}
          />
        )}
      </div>
    </main>
  );
}

interface Ranks {
  readonly teams: readonly Shown[];
  readonly page: number;
  /** Whether a contest's score decides, and not the return. */
  readonly isScored: boolean;
}

function Teams({ teams, page, isScored }: Ranks) {
  const body = useRef<HTMLTableSectionElement>(null);
  useGlide(body, `${page} ${teams.map(({ team }) => team).join("\n")}`);
  return (
    <table className="lb-table">
      <caption className="unseen">Teams, best first</caption>
      <thead>
        <tr>
          <th scope="col">Rank</th>
          <th scope="col">Team</th>
          {isScored && (
            <th scope="col" className="num">
              Score
            </th>
          )}
          <th scope="col" className="num">
            Return
          </th>
          <th scope="col" className="num">
            Equity
          </th>
          <th scope="col" className="num lb-wide">
            Drawdown
          </th>
          <th scope="col" className="num lb-wide">
            Trades
          </th>
          <th scope="col" className="num lb-widest">
            Fees
          </th>
          <th scope="col" className="num lb-wide">
            Liquidated
          </th>
          <th scope="col" className="lb-widest">
            Curve
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {teams.map((team) => (
          <Team key={team.team} team={team} isScored={isScored} />
        ))}
      </tbody>
    </table>
  );
}

function Team({
  isScored,
  team: { rank, team, title, score, moved, equity, drawdown, trades, fees, liquidations, curve, ...rest },
}: {
  readonly isScored: boolean;
  readonly team: Shown;
}) {
  return (
    <tr data-team={team} data-rank={rank ?? ""}>
      <td className="lb-rank">
        {rank ?? "–"}
        <Move by={moved} />
      </td>
      <th scope="row" className="lb-team">
        {title}
      </th>
      {isScored && <td className="num lb-score">{fixed(score, 4)}</td>}
      <td className={`num lb-return ${toneOf(rest.return)}`}>{signedPercent(rest.return)}</td>
      <td className="num">{fixed(equity, 0)}</td>
      <td className="num lb-wide">{signedPercent(drawdown)}</td>
      <td className="num lb-wide">{trades}</td>
      <td className="num lb-widest">{fixed(fees, 0)}</td>
      <td className="num lb-wide">{liquidations === 0 ? "" : `×${liquidations}`}</td>
      <td className="lb-widest">
        <Sparkline curve={curve} />
      </td>
    </tr>
  );
}

/** By how many places a team climbed or fell; a sign and a word besides the colour. */
function Move({ by }: { readonly by: number }) {
  if (by === 0) return null;
  const [sign, word, tone] = by > 0 ? ["▲", "up", "up"] : ["▼", "down", "down"];
  return (
    <span className={`lb-move ${tone}`}>
      <span aria-hidden="true">{sign}</span>
      <span className="unseen">{word} </span>
      {Math.abs(by)}
    </span>
  );
}

/** Holds the pages, or turns them by hand. */
function Turning({ pages: { page, count, isHeld, hold, turn } }: { readonly pages: Pages }) {
  if (count < 2) return null;
  return (
    <nav className="lb-pages" aria-label="Pages">
      <Button className="button" aria-label="Previous page" onPress={() => turn(-1)}>
        ‹
      </Button>
      <span>
        {page + 1} of {count}
      </span>
      <Button className="button" aria-label="Next page" onPress={() => turn(1)}>
        ›
      </Button>
      <Button className="button" onPress={() => hold(!isHeld)}>
        {isHeld ? "Turn by itself" : "Hold"}
      </Button>
    </nav>
  );
}

const PHASES: Readonly<Record<Contest["phase"], readonly [is: string, left: string]>> = {
  before: ["not begun", "to go"],
  practice: ["practice", "left"],
  between: ["practice over", "to the round"],
  running: ["running", "left"],
  ended: ["over", ""],
};

/** Where a contest stands, and how much market time is left: "running, 1:02:03 left". */
function phaseText({ phase, leftMs }: Contest): string {
  const [is, left] = PHASES[phase];
  if (left === "") return is;
  const [seconds, minutes] = [Math.floor(leftMs / 1_000) % 60, Math.floor(leftMs / 60_000) % 60];
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${is}, ${Math.floor(leftMs / 3_600_000)}:${two(minutes)}:${two(seconds)} ${left}`;
}

function delayText(ms: number): string {
  return ms % 60_000 === 0 ? `${ms / 60_000} min` : `${ms / 1_000} s`;
}

/** Below this width everything is one list to scroll. */
const NARROW_PX = 760;

/** How many rows the place has room for below the table's head. */
function useRowsThatFit(place: RefObject<HTMLElement | null>): number {
  const [rows, setRows] = useState(10);
  useLayoutEffect(() => {
    const element = place.current!;
    const measure = () => {
      const row = element.querySelector<HTMLElement>("tbody tr")?.offsetHeight;
      const head = element.querySelector<HTMLElement>("thead")?.offsetHeight ?? 0;
      if (innerWidth < NARROW_PX) setRows(Number.MAX_SAFE_INTEGER);
      else if (row !== undefined) setRows(Math.max(1, Math.floor((element.clientHeight - head) / row)));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  });
  return rows;
}
