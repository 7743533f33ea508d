import { useState } from "react";
import { ControlClient, VenueError } from "../../../interface/client/index.ts";
import { sentenceOf } from "../format/failure.ts";
import { SignIn, SignInField } from "../session/signIn.tsx";
import { OperatorDesk } from "./desk/operatorDesk.ts";
import { OperatorContext } from "./desk/useOperator.ts";
import { Shell } from "./layout/shell.tsx";

/**
 * The operator's page: asks for the token, which stays in memory, and shows everything that control can do.
 */
export function OperatorApp() {
  const [desk, setDesk] = useState<OperatorDesk>();
  if (desk === undefined) {
    return (
      <TokenForm
        onToken={async (token) => {
          const control = new ControlClient({ baseUrl: location.origin, token });
          setDesk(await OperatorDesk.open(control));
        }}
      />
    );
  }
  return (
    <OperatorContext.Provider value={desk}>
      <Shell onLeave={() => setDesk(undefined)} />
    </OperatorContext.Provider>
  );
}

/**
 * Asks for the token of the control surface. The venue never gives the token to the page: whoever can open a
 * page on this machine is not thereby its operator. The token stays in the page's memory and is lost with it.
 */
function TokenForm({ onToken }: { readonly onToken: (token: string) => Promise<void> }) {
  return (
    <SignIn
      title="Outcry, operator"
      words={
        <>
          Everything an operator can do to this venue. Sign in with your token, or with the admin token:{" "}
          <code>adminToken</code> in <code>demo-credentials.json</code> of the venue's data directory. It
          stays in the memory of this page.
        </>
      }
      wordsOf={wordsOf}
      onSubmit={(text) => onToken(text("token"))}
    >
      <SignInField name="token" label="Token" isHidden autoFocus />
    </SignIn>
  );
}

function wordsOf(error: unknown): string {
  return error instanceof VenueError && error.status === 401
    ? "This is not a token of this venue."
    : sentenceOf(error);
}
