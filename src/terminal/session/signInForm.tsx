import { useState } from "react";
import { Button, FieldError, Form, Input, Label, TextField } from "react-aria-components";
import { sentenceOf } from "../format/failure.ts";
import { Toggle } from "../parts/toggle.tsx";
import type { SignIn } from "./demoSession.ts";

/** Signing in with the three strings of an API key, which stay in the page's memory. */
export function SignInForm({
  reason,
  onSignIn,
}: {
  readonly reason?: string | undefined;
  readonly onSignIn: (given: SignIn, isRemembered: boolean) => Promise<void>;
}) {
  const [failure, setFailure] = useState(reason);
  const [isBusy, setBusy] = useState(false);
  const [isRemembered, setRemembered] = useState(false);
  const submit = async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const text = (name: string) => String(fields.get(name) ?? "").trim();
    const apiKey = text("apiKey");
    setBusy(true);
    setFailure(undefined);
    try {
      await onSignIn(
        { name: apiKey, apiKey, secret: text("secret"), passphrase: text("passphrase"), isDemo: false },
        isRemembered,
      );
    } catch (error) {
      setFailure(sentenceOf(error));
      setBusy(false);
    }
  };
  return (
    <main className="sign-in">
      <h1>Outcry</h1>
      <p className="muted">
        Sign in with an API key of this venue. Its three strings stay in the memory of this page, and are gone
        when it is closed, unless this browser is to remember them.
      </p>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        <Field name="apiKey" label="API key" />
        <Field name="secret" label="Secret" isHidden />
        <Field name="passphrase" label="Passphrase" isHidden />
        <Toggle isSelected={isRemembered} onChange={setRemembered}>
          Remember it in this browser
        </Toggle>
        {isRemembered && (
          <p className="note">
            The secret is kept as a key that signs and cannot be read, the rest encrypted. Whoever can open
            this page in this browser can then trade with it, until it is forgotten in the account menu.
          </p>
        )}
        {failure !== undefined && (
          <p className="danger" role="alert">
            {failure}
          </p>
        )}
        <Button type="submit" className="button primary" isDisabled={isBusy}>
          {isBusy ? "Signing in…" : "Sign in"}
        </Button>
      </Form>
    </main>
  );
}

function Field({ name, label, isHidden = false }: { name: string; label: string; isHidden?: boolean }) {
  return (
    <TextField
      name={name}
      isRequired
      type={isHidden ? "password" : "text"}
      autoComplete="off"
      className="field"
    >
      <Label>{label}</Label>
      <Input className="input" spellCheck={false} />
      <FieldError className="danger" />
    </TextField>
  );
}
