import { useState } from "react";
import { useStore } from "../../../state/useStore.ts";
import { useOperator } from "../../desk/useOperator.ts";
import { type FormName, forms } from "../../generated/forms.ts";
import { PickField } from "../../parts/fields.tsx";
import { OperationForm } from "../../parts/operationForm.tsx";
import { Section } from "../../parts/section.tsx";

const NAMES = Object.keys(forms).sort() as FormName[];
const OPTIONS = NAMES.map((name) => [name, `${name}: ${forms[name].summary}`] as const);

/** Every operation of control by a form that is made from its declaration, and what it answers. */
export function OperationsView() {
  const desk = useOperator();
  const { of = "" } = useStore(desk.place);
  const name = NAMES.find((each) => each === of) ?? NAMES[0]!;
  return (
    <Section title="Operations">
      <div className="op-form">
        <PickField
          label="Operation"
          value={name}
          options={OPTIONS}
          onChange={(picked) => desk.place.go("operations", picked)}
        />
      </div>
      <Operation key={name} of={name} />
    </Section>
  );
}

function Operation({ of }: { readonly of: FormName }) {
  const [answer, setAnswer] = useState<unknown>();
  return (
    <>
      <OperationForm of={of} onAnswer={setAnswer} />
      {answer !== undefined && (
        <section className="op-pad" aria-label="Answer">
          <pre className="op-code">{JSON.stringify(answer, undefined, 2)}</pre>
        </section>
      )}
    </>
  );
}
