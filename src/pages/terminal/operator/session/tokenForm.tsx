import { VenueError } from "../../../../interface/client/index.ts";
import { sentenceOf } from "../../format/failure.ts";
import { SignIn, SignInField } from "../../session/signIn.tsx";

/**
 * Asks for the token of the control surface. The venue never gives the token to the page: whoever can open a
 * page on this machine is not thereby its operator. The token stays in the page's memory and is lost with it.
 */
export function TokenForm({ onToken }: { readonly onToken: (token: string) => Promise<void> }) {
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
