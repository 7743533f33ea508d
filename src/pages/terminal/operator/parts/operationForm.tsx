import { useState } from "react";
import { SendButton } from "../../parts/sending.tsx";
import type { ReferencedSend } from "../desk/once.ts";
import { useAnswer, useNames, useOperator, useReferencedSend, useSymbols } from "../desk/useOperator.ts";
import { type FormName, forms } from "../generated/forms.ts";
import { PickField, TextInput } from "./fields.tsx";
import type { FormField, OperationFields } from "./operationFields.ts";
import { positionText } from "./positionField.tsx";
import { TIME_NOTE, timeOf } from "./typedTime.ts";

type Call = (name: FormName, input: object) => Promise<unknown>;
type Typed = Readonly<Record<string, string>>;

/**
 * The form of an operation of control, made from its declaration: a field for each parameter, with what the
 * declaration says of it. What was typed goes out as it is: the venue checks it, and says what is wrong. An
 * operation of administrators asks for its name first.
 *
 * @param onAnswer what it answered, once it is done
 */
export function OperationForm({
  of,
  onAnswer,
}: {
  readonly of: FormName;
  readonly onAnswer: (answer: unknown) => void;
}) {
  const desk = useOperator();
  const once = useReferencedSend();
  const [typed, setTyped] = useState<Typed>({});
  const [word, setWord] = useState("");
  const { summary, role, isRepeatable, fields }: OperationFields = forms[of];
  const [method, path] = of.split(" ") as [string, string];
  const isAsked = method === "POST" && role === "admin";
  const call = (
    isRepeatable
      ? (once as ReferencedSend & { call: Call }).call.bind(once)
      : desk.control.call.bind(desk.control)
  ) as Call;
  return (
    <div className="op-form">
      <p>{`${summary}.`}</p>
      {fields.map((field) => (
        <Field
          key={field.name}
          of={field}
          account={typed["account"] ?? ""}
          value={typed[field.name] ?? ""}
          onChange={(text) => setTyped({ ...typed, [field.name]: text })}
        />
      ))}
      {isAsked && <TextInput label={`Type ${path} to confirm`} value={word} onChange={setWord} />}
      <SendButton
        label={method === "GET" ? "Ask" : "Do it"}
        tone={isAsked ? "short" : "primary"}
        about={JSON.stringify(typed)}
        isDisabled={(isAsked && word.trim() !== path) || fields.some((each) => isLacking(each, typed))}
        send={() =>
          desk.act(`${path}: ${method === "GET" ? "answered" : "done"}`, async () => {
            onAnswer(await call(of, inputOf(fields, typed)));
          })
        }
        onSent={() => setWord("")}
      />
    </div>
  );
}

function isLacking({ name, isRequired }: FormField, typed: Typed): boolean {
  return isRequired && (typed[name] ?? "").trim() === "";
}

/** @throws Error where a time is none, or JSON */
function inputOf(fields: readonly FormField[], typed: Typed): object {
  const given = fields.flatMap((field) => {
    const text = (typed[field.name] ?? "").trim();
    return text === "" ? [] : [[field.name, givenAs(field, text)] as const];
  });
  return Object.fromEntries(given);
}

function givenAs({ name, kind }: FormField, text: string): unknown {
  if (kind === "list") return text.split(",").map((each) => each.trim());
  if (kind === "json") return JSON.parse(text);
  return kind === "time" ? timeOf(text, labelOf(name)) : text;
}

function Field({
  of: { name, kind, note, isRequired, words = [] },
  account,
  value,
  onChange,
}: {
  readonly of: FormField;
  /** Whose position is picked. */
  readonly account: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const accounts = useNames("user", "house", "paper", "system");
  const symbols = useSymbols();
  const label = labelOf(name);
  const pick = (options: readonly (readonly [string, string])[]) => (
    <PickField
      label={label}
      note={note}
      value={value}
      options={[["", "—"], ...options]}
      onChange={onChange}
    />
  );
  if (kind === "account") return pick(accounts);
  if (kind === "contract") return pick(symbols);
  if (kind === "position" && account !== "")
    return <Position account={account} label={label} note={note} value={value} onChange={onChange} />;
  if (kind === "flag") return pick(YES_NO);
  if (kind === "choice") return pick(words.map((word) => [word, word] as const));
  return (
    <TextInput
      label={label}
      value={value}
      onChange={onChange}
      isRequired={isRequired}
      isDecimal={kind === "decimal"}
      note={kind === "time" ? `${note} ${TIME_NOTE}.` : kind === "json" ? `${note} As JSON.` : note}
    />
  );
}

const YES_NO = [
  ["true", "yes"],
  ["false", "no"],
] as const;

/** One of an account's positions, with what tells one from another. */
function Position({
  account,
  ...field
}: {
  readonly account: string;
  readonly label: string;
  readonly note: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { data } = useAnswer("GET accounts/show", { account });
  const held = (data?.positions ?? []).map((each) => [String(each.position), positionText(each)] as const);
  return <PickField {...field} options={[["", "—"], ...held]} />;
}

/** "orderRateLimitPerMinute" as "Order rate limit per minute". */
export function labelOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
