import { type RefObject, StrictMode, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import type { Desk } from "./desk/desk.ts";
import { DeskContext } from "./desk/useDesk.ts";
import { sentenceOf } from "./format/failure.ts";
import { later } from "./layout/later.tsx";
import { Workspace } from "./layout/workspace.tsx";
import { dropFirstChart } from "./panels/chart/firstChart.ts";
import { useReplay } from "./replay/useReplay.ts";
import type { SignIn } from "./session/demoSession.ts";
import { type Opening, openAnew, type Session, signInTo } from "./session/opening.ts";
import { remember } from "./session/rememberedKey.ts";
import { addFonts } from "./theme/fonts.ts";

/** The bar of time of a replay, which most pages do not show. */
const ReplayBar = later(async () => (await import("./replay/replayBar.tsx")).ReplayBar);
/** The form of a page on which nobody is signed in. */
const SignInForm = later(async () => (await import("./session/signInForm.tsx")).SignInForm);

/** Shows the page in an element, in the place of what stands there. */
export function showPage(element: HTMLElement, opening: Opening): void {
  if (opening.session.type === "signedOut") dropFirstChart();
  addFonts();
  createRoot(element).render(
    <StrictMode>
      <Page {...opening} />
    </StrictMode>,
  );
}

/** The whole page, with a bar of time where the venue replays a journal. */
function Page({ demos, session: first }: Opening) {
  const [session, setSession] = useState<Session>(first);
  const replay = useReplay(async () => {
    const before = deskOf(now.current);
    if (before !== undefined)
      last.current = { signIn: before.signIn, isPaper: before.isPaper, symbol: before.contract.value.symbol };
    const next = await openAnew(demos, last.current);
    const desk = deskOf(now.current);
    // Somebody signed in or out meanwhile.
    if ((desk === undefined) !== (before === undefined)) return deskOf(next)?.close();
    // The list in front stays in front, the one that was chosen meanwhile, too.
    if (desk !== undefined) deskOf(next)?.dockTab.set(desk.dockTab.value);
    desk?.close();
    show(next);
  });
  /** What is shown, or is to be in the next rendering. */
  const now = useRef(session);
  const show = (next: Session) => {
    now.current = next;
    setSession(next);
  };
  const last = useRef<Parameters<typeof openAnew>[1]>(undefined);
  const inside = <Inside demos={demos} session={session} now={now} show={show} />;
  if (replay === undefined) return inside;
  return (
    <div className="replayed">
      <ReplayBar replay={replay} />
      <div className="replayed-page">{inside}</div>
    </div>
  );
}

/** The workspace of a signed-in user, or the sign-in form. */
function Inside({
  demos,
  session,
  now,
  show,
}: Opening & { readonly now: RefObject<Session>; readonly show: (next: Session) => void }) {
  /** The desk that another account's is to replace. */
  const changing = useRef<Desk>(undefined);
  if (session.type === "signedOut") {
    return (
      <SignInForm
        reason={session.reason}
        onSignIn={async (given, isRemembered) => {
          const desk = await signInTo(given);
          if (isRemembered) await remember(given);
          show({ type: "signedIn", desk });
        }}
      />
    );
  }
  const { desk } = session;
  const change = async (given: SignIn, isPaper: boolean) => {
    if (changing.current === desk) return; // one at a time
    changing.current = desk;
    try {
      const next = await signInTo(given, isPaper);
      if (deskOf(now.current) !== desk) return next.close(); // its reader has left meanwhile
      desk.close();
      show({ type: "signedIn", desk: next });
    } catch (error) {
      desk.notices.add("bad", "The account was not changed", sentenceOf(error));
    } finally {
      if (changing.current === desk) changing.current = undefined;
    }
  };
  const leave = () => {
    deskOf(now.current)?.close(); // not this one, where the account has changed while the key was forgotten
    show({ type: "signedOut" });
  };
  return (
    <DeskContext.Provider value={desk}>
      <Workspace
        key={keyOf(desk)}
        demos={demos}
        onSwitch={(given, isPaper) => void change(given, isPaper)}
        onLeave={leave}
      />
    </DeskContext.Provider>
  );
}

function deskOf(session: Session): Desk | undefined {
  return session.type === "signedIn" ? session.desk : undefined;
}

/** Each desk has a workspace of its own: nothing of one account, or of one moment, is shown in another's. */
const keys = new WeakMap<Desk, number>();
let lastKey = 0;
function keyOf(desk: Desk): number {
  const key = keys.get(desk) ?? ++lastKey;
  keys.set(desk, key);
  return key;
}
