import { StrictMode, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import type { Desk } from "./desk/desk.ts";
import { DeskContext } from "./desk/useDesk.ts";
import { Workspace } from "./layout/workspace.tsx";
import { ReplayBar } from "./replay/replayBar.tsx";
import { useReplay } from "./replay/useReplay.ts";
import { type Opening, openAnew, type Session, signInTo } from "./session/opening.ts";
import { remember } from "./session/rememberedKey.ts";
import { SignInForm } from "./session/signInForm.tsx";

/** Shows the page in an element, in the place of what stands there. */
export function showPage(element: HTMLElement, opening: Opening): void {
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
    const desk = now.current.type === "signedIn" ? now.current.desk : undefined;
    if (desk !== undefined)
      last.current = { signIn: desk.signIn, isPaper: desk.isPaper, symbol: desk.contract.value.symbol };
    const next = await openAnew(demos, last.current);
    // The list in front stays in front, the one that was chosen meanwhile, too.
    if (desk !== undefined && next.type === "signedIn") next.desk.dockTab.set(desk.dockTab.value);
    desk?.close();
    setSession(next);
  });
  const now = useRef(session);
  now.current = session;
  const last = useRef<Parameters<typeof openAnew>[1]>(undefined);
  const inside = <Inside demos={demos} session={session} setSession={setSession} />;
  if (replay === undefined) return inside;
  return (
    <div className="replayed">
      <ReplayBar replay={replay} />
      <div className="replayed-page">{inside}</div>
    </div>
  );
}

/** The workspace of a signed-in user, or the sign-in form. */
function Inside({ demos, session, setSession }: Opening & { readonly setSession: (next: Session) => void }) {
  if (session.type === "signedOut") {
    return (
      <SignInForm
        reason={session.reason}
        onSignIn={async (given, isRemembered) => {
          const desk = await signInTo(given);
          if (isRemembered) await remember(given);
          setSession({ type: "signedIn", desk });
        }}
      />
    );
  }
  const { desk } = session;
  const leave = () => {
    desk.close();
    setSession({ type: "signedOut" });
  };
  return (
    <DeskContext.Provider value={desk}>
      <Workspace
        key={keyOf(desk)}
        demos={demos}
        onSwitch={async (given, isPaper) => {
          const next = await signInTo(given, isPaper);
          desk.close();
          setSession({ type: "signedIn", desk: next });
        }}
        onLeave={leave}
      />
    </DeskContext.Provider>
  );
}

/** Each desk has a workspace of its own: nothing of one account, or of one moment, is shown in another's. */
const keys = new WeakMap<Desk, number>();
let lastKey = 0;
function keyOf(desk: Desk): number {
  const key = keys.get(desk) ?? ++lastKey;
  keys.set(desk, key);
  return key;
}
