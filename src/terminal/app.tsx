import { useEffect, useState } from "react";
import { Desk } from "./desk/desk.ts";
import { DeskContext } from "./desk/useDesk.ts";
import { Workspace } from "./layout/workspace.tsx";
import { demoSignIns, type SignIn } from "./session/demoSession.ts";
import { remember, remembered } from "./session/rememberedKey.ts";
import { SignInForm } from "./session/signInForm.tsx";

type Session =
  | { readonly type: "looking" }
  | { readonly type: "signedOut"; readonly reason?: string }
  | { readonly type: "signedIn"; readonly desk: Desk };

/** The whole page: signed in by the venue itself, by a key, or not at all. */
export function App() {
  const [session, setSession] = useState<Session>({ type: "looking" });
  const [demos, setDemos] = useState<readonly SignIn[]>([]);

  useEffect(() => {
    let isGone = false;
    let opened: Desk | undefined;
    void signInByDemo().then(({ accounts, next }) => {
      if (next.type === "signedIn") opened = next.desk;
      if (isGone) {
        opened?.close();
        return;
      }
      setDemos(accounts);
      setSession(next);
    });
    return () => {
      isGone = true;
      opened?.close();
    };
  }, []);

  if (session.type === "looking") return <p className="wait">Looking for the venue…</p>;
  if (session.type === "signedOut") {
    return (
      <SignInForm
        reason={session.reason}
        onSignIn={async (given, isRemembered) => {
          const desk = await Desk.open(given);
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
          const next = await Desk.open(given, isPaper);
          desk.close();
          setSession({ type: "signedIn", desk: next });
        }}
        onLeave={leave}
      />
    </DeskContext.Provider>
  );
}

async function signInByDemo(): Promise<{ readonly accounts: readonly SignIn[]; readonly next: Session }> {
  const [accounts, known] = await Promise.all([demoSignIns(), remembered()]);
  const first = known ?? accounts[0];
  if (first === undefined) return { accounts, next: { type: "signedOut" } };
  try {
    return { accounts, next: { type: "signedIn", desk: await Desk.open(first) } };
  } catch (error) {
    return { accounts, next: { type: "signedOut", reason: String(error) } };
  }
}
