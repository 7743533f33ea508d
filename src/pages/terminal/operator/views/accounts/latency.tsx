import { useState } from "react";
import { Label, TextArea, TextField } from "react-aria-components";
import type { control as answers } from "../../../../../interface/client/index.ts";
import { SendButton } from "../../../parts/sending.tsx";
import { useOperator } from "../../desk/useOperator.ts";
import { TextInput } from "../../parts/fields.tsx";
import { Fact, Section } from "../../parts/section.tsx";

type Samples = answers.AccountView["latency"]["toBook"];

const WAYS = [
  ["toBook", "To the book"],
  ["toPush", "From the book to its pushes"],
] as const;

/**
 * How long the account's messages are on their way: one number, or samples of which each message draws one.
 */
export function Latency({ account: { name, latency } }: { readonly account: answers.AccountView }) {
  const desk = useOperator();
  const [typed, setTyped] = useState({ toBook: "", toPush: "" });
  const [seed, setSeed] = useState("");
  const isSet = latency.toBook.samples + latency.toPush.samples > 0;
  const isEmpty = WAYS.every(([way]) => typed[way].trim() === "");
  return (
    <Section title="Latency">
      <dl className="op-facts">
        {WAYS.map(([way, title]) => (
          <Fact key={way} name={title}>
            {samplesText(latency[way])}
          </Fact>
        ))}
      </dl>
      <div className="op-form op-flow">
        {WAYS.map(([way, title]) => (
          <TextField
            key={way}
            className="field"
            value={typed[way]}
            onChange={(text) => setTyped({ ...typed, [way]: text })}
          >
            <Label>{`${title}, ms`}</Label>
            <TextArea className="input num" rows={2} spellCheck={false} />
            <span className="note">One number, or as many as were measured; empty: at once</span>
          </TextField>
        ))}
        <TextInput
          label="Drawn by seed"
          value={seed}
          onChange={setSeed}
          isDecimal
          note="The same seed, the same delays; empty: 0"
        />
        <SendButton
          label={isEmpty ? "Take the latency away" : "Set the latency"}
          isDisabled={isEmpty && !isSet}
          send={() =>
            desk.act(isEmpty ? `${name} has no latency` : `The latency of ${name} is set`, async () => {
              const input = { toBook: numbersOf(typed.toBook), toPush: numbersOf(typed.toPush) };
              await desk.control.call("POST accounts/latency", {
                ...{ account: name, ...input },
                ...(seed.trim() !== "" && {
                  seed: wholeNumber(seed.trim(), "the seed must be a whole number"),
                }),
              });
            })
          }
          onSent={() => setTyped({ toBook: "", toPush: "" })}
        />
      </div>
    </Section>
  );
}

/**
 * The delays of a list or of a column: white space, commas or semicolons are between them.
 *
 * @throws Error as {@link wholeNumber} does
 */
function numbersOf(text: string): readonly number[] {
  return text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((word) => wholeNumber(word, "a delay must be a whole number of ms"));
}

/** @throws Error whose message is the rule and the text, where that is no whole number */
function wholeNumber(text: string, rule: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`${rule}, got '${text}'`);
  return Number(text);
}

function samplesText({ samples, leastMs, meanMs, mostMs }: Samples): string {
  if (samples === 0) return "at once";
  if (leastMs === mostMs) return `${leastMs} ms`;
  return `${leastMs} to ${mostMs} ms, ${meanMs} on average of ${samples} samples`;
}
