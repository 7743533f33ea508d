import { type ReactNode, useState } from "react";
import { Button, FieldError, Form, Input, Label, TextField } from "react-aria-components";
import { sentenceOf } from "../format/failure.ts";

/** Gives the text of a field of the form, trimmed. */
export type TextOf = (field: string) => string;

/** The sign-in form of traders and operators: its fields, and why a sign-in was refused. */
export function SignIn({
  title,
  words,
  reason,
  wordsOf = sentenceOf,
  action = "Sign in",
  onSubmit,
  children,
  otherwise,
}: {
  readonly title: string;
  /** What is asked for, and what happens to it. */
  readonly words: ReactNode;
  /** Why a sign-in is needed. */
  readonly reason?: string | undefined;
  /** How a refusal is told. */
  readonly wordsOf?: (error: unknown) => string;
  /** What the button says. */
  readonly action?: string;
  /** Resolves when somebody is signed in; the caller then shows something else. */
  readonly onSubmit: (text: TextOf) => Promise<void>;
  /** The fields of the form. */
  readonly children: ReactNode;
  /** Another way in, behind the button. */
  readonly otherwise?: ReactNode;
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
          {isBusy ? "Asking…" : action}
        </Button>
        {otherwise}
      </Form>
    </main>
  );
}

/** A string needed to sign in; a hidden one is not shown as it is typed. */
export function SignInField({
  name,
  label,
  isHidden = false,
  autoFocus = false,
  defaultValue = "",
}: {
  readonly name: string;
  readonly label: string;
  readonly isHidden?: boolean;
  readonly autoFocus?: boolean;
  readonly defaultValue?: string;
}) {
  return (
    <TextField
      name={name}
      isRequired
      type={isHidden ? "password" : "text"}
      autoComplete="off"
      className="field"
      autoFocus={autoFocus}
      defaultValue={defaultValue}
    >
      <Label>{label}</Label>
      <Input className="input" spellCheck={false} />
      <FieldError className="danger" />
    </TextField>
  );
}
