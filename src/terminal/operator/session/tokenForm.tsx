import { useState } from "react";
import { Button, FieldError, Form, Input, Label, TextField } from "react-aria-components";
import { VenueError } from "../../../client/index.ts";
import { sentenceOf } from "../../format/failure.ts";

/**
 * Asks for the token of the control surface. It is never given to the page by the venue: whoever may open a page on this machine is not
 * thereby its operator. It stays in the page's memory and is gone with it.
 */
export function TokenForm({ onToken }: { readonly onToken: (token: string) => Promise<void> }) {
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (form: HTMLFormElement) => {
    const token = String(new FormData(form).get("token") ?? "").trim();
    setBusy(true);
    setFailure(undefined);
    try {
      await onToken(token);
    } catch (error) {
      setFailure(wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <main className="sign-in">
      <h1>Outcry, operator</h1>
      <p className="muted">
        Everything an operator can do to this venue. Sign in with your token, or with the admin token:{" "}
        <code>adminToken</code> in <code>demo-credentials.json</code> of the venue's data directory. It stays
        in the memory of this page.
      </p>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        <TextField name="token" isRequired type="password" autoComplete="off" className="field" autoFocus>
          <Label>Token</Label>
          <Input className="input" spellCheck={false} />
          <FieldError className="danger" />
        </TextField>
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

function wordsOf(error: unknown): string {
  return error instanceof VenueError && error.status === 401
    ? "This is not a token of this venue."
    : sentenceOf(error);
}
