import { useState } from "react";
import { Button } from "react-aria-components";
import { SignIn, SignInField } from "../session/signIn.tsx";
import { KeyShown } from "./keyShown.tsx";
import { OwnAccount, type Strings } from "./ownAccount.ts";
import { OwnPage } from "./ownPage.tsx";

type Step =
  | { readonly type: "joining" }
  | { readonly type: "signingIn" }
  | { readonly type: "joined"; readonly account: string; readonly first: Strings }
  | { readonly type: "in"; readonly own: OwnAccount };

/** From an invitation's code to an account and its keys. */
export function JoinPage({ code }: { readonly code: string }) {
  const [step, setStep] = useState<Step>({ type: "joining" });
  const signIn = async (strings: Strings) => setStep({ type: "in", own: await OwnAccount.open(strings) });
  if (step.type === "in") return <OwnPage own={step.own} onLeave={() => setStep({ type: "signingIn" })} />;
  if (step.type === "joined") {
    const { account, first } = step;
    return (
      <main className="sign-in join-shown">
        <h1>Account {account}</h1>
        <p className="muted">
          This is its first key. It trades, and it alone makes and revokes others: keep it, and give your
          programs keys of their own.
        </p>
        <KeyShown strings={first} account={account} label="first" done="Go on" onDone={() => signIn(first)} />
      </main>
    );
  }
  if (step.type === "signingIn") {
    return (
      <SignIn
        key="signingIn"
        title="Your account"
        otherwise={
          <Button className="button" onPress={() => setStep({ type: "joining" })}>
            Open an account with a code
          </Button>
        }
        words="Sign in with your account's first key, for its keys and requests. Its three strings stay in the memory of this page."
        onSubmit={(text) =>
          signIn({ apiKey: text("apiKey"), secret: text("secret"), passphrase: text("passphrase") })
        }
      >
        <SignInField name="apiKey" label="API key" autoFocus />
        <SignInField name="secret" label="Secret" isHidden />
        <SignInField name="passphrase" label="Passphrase" isHidden />
      </SignIn>
    );
  }
  return (
    <SignIn
      key="joining"
      title="Open an account"
      otherwise={
        <Button className="button" onPress={() => setStep({ type: "signingIn" })}>
          I have an account
        </Button>
      }
      words="Whoever runs this venue gave you a code. With it you open an account under a name of your choice, which others may see."
      action="Open the account"
      onSubmit={async (text) => {
        const account = text("account");
        setStep({ type: "joined", account, first: await join(text("code"), account) });
      }}
    >
      <SignInField name="code" label="Code" defaultValue={code} autoFocus={code === ""} />
      <SignInField name="account" label="Name of the account" autoFocus={code !== ""} />
    </SignIn>
  );
}

/** Redeems an invitation's code. @throws Error in the venue's words */
async function join(code: string, account: string): Promise<Strings> {
  const answer = await fetch("/join", {
    method: "POST",
    body: JSON.stringify({ code, account }),
    headers: { "content-type": "application/octet-stream" },
  });
  const body = (await answer.json()) as Strings & { readonly msg: string };
  if (!answer.ok) throw new Error(body.msg);
  const { apiKey, secret, passphrase } = body;
  return { apiKey, secret, passphrase };
}
