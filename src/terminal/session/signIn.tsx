import { type ReactNode, useState } from "react";
import { Button, FieldError, Form, Input, Label, TextField } from "react-aria-components";
import { sentenceOf } from "../format/failure.ts";

/** Gives the text of a field of the form, trimmed. */
export type TextOf = (field: string) => string;

/** Where one signs in, as a trader or as an operator: what is asked for, and why it was refused. */
export function SignIn({
  title,
  words,
  reason,
  wordsOf = sentenceOf,
  onSubmit,
  children,
}: {
  readonly title: string;
  /** What is asked for, and what becomes of it. */
  readonly words: ReactNode;
  /** Why one is asked. */
  readonly reason?: string | undefined;
  /** How a refusal is told. */
  readonly wordsOf?: (error: unknown) => string;
  /** Resolves when somebody is signed in; whoever shows this shows something else then. */
  readonly onSubmit: (text: TextOf) => Promise<void>;
  /** Its fields. */
  readonly children: ReactNode;
}) {
  const [failure, setFailure] = useState(reason);
  const [isBusy, setBusy] = useState(false);
  const submit = async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    setBusy(true);
    setFailure(undefined);
    try {
      await onSubmit((field) => String(fields.get(field) ?? "").trim());
    } catch (error) {
      setFailure(wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <main className="sign-in">
      <h1>{title}</h1>
      <p className="muted">{words}</p>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void submit(event.currentTarget);
        }}
      >
        {children}
        {failure !== undefined && (
          <p className="danger" role="alert">
            {failure}
          </p>
        )}
        <Button type="submit" className="button primary">
          {isBusy ? "Signing in…" : "Sign in"}
        </Button>
      </Form>
    </main>
  );
}

/** A string that is needed to sign in; one that is hidden is not shown as it is typed. */
export function SignInField({
  name,
  label,
  isHidden = false,
  autoFocus = false,
}: {
  readonly name: string;
  readonly label: string;
  readonly isHidden?: boolean;
  readonly autoFocus?: boolean;
}) {
  return (
    <TextField
      name={name}
      isRequired
      type={isHidden ? "password" : "text"}
      autoComplete="off"
      className="field"
      autoFocus={autoFocus}
    >
      <Label>{label}</Label>
      <Input className="input" spellCheck={false} />
      <FieldError className="danger" />
    </TextField>
  );
}
