import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { DeskContext } from "./desk/useDesk.ts";
import { Workspace } from "./layout/workspace.tsx";
import { type Opening, type Session, signInTo } from "./session/opening.ts";
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

/** The whole page: the workspace of a signed-in user, or the sign-in form. */
function Page({ demos, session: first }: Opening) {
  const [session, setSession] = useState<Session>(first);
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
        key={`${desk.signIn.apiKey} ${desk.isPaper}`}
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
