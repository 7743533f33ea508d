import { useState } from "react";
import { Toggle } from "../parts/choice.tsx";
import type { SignIn as Account } from "./demoSession.ts";
import { SignIn, SignInField } from "./signIn.tsx";

/** Signing in with the three strings of an API key, which stay in the page's memory. */
export function SignInForm({
  reason,
  onSignIn,
}: {
  readonly reason?: string | undefined;
  readonly onSignIn: (given: Account, isRemembered: boolean) => Promise<void>;
}) {
  const [isRemembered, setRemembered] = useState(false);
  return (
    <SignIn
      title="Outcry"
      words="Sign in with an API key of this venue. Its three strings stay in the memory of this page, and are gone when it is closed, unless this browser is to remember them."
      reason={reason}
      onSubmit={(text) => {
        const apiKey = text("apiKey");
        const given = { name: apiKey, apiKey, secret: text("secret"), passphrase: text("passphrase") };
        return onSignIn({ ...given, isDemo: false }, isRemembered);
      }}
    >
      <SignInField name="apiKey" label="API key" />
      <SignInField name="secret" label="Secret" isHidden />
      <SignInField name="passphrase" label="Passphrase" isHidden />
      <Toggle isSelected={isRemembered} onChange={setRemembered}>
        Remember it in this browser
      </Toggle>
      {isRemembered && (
        <p className="note">
          The secret is kept as a key that signs and cannot be read, the rest encrypted. Whoever can open this
          page in this browser can then trade with it, until it is forgotten in the account menu.
        </p>
      )}
    </SignIn>
  );
}
