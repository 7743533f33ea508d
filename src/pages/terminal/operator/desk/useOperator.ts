import { createContext, useContext, useMemo } from "react";
import type { ControlAnswer, ControlInput, ControlName } from "../../../../interface/client/index.ts";
import { ReferencedSend } from "./once.ts";
import type { OperatorDesk } from "./operatorDesk.ts";
import { type Loaded, usePolled } from "./polled.ts";

export const OperatorContext = createContext<OperatorDesk | undefined>(undefined);

/** The desk of the operator who is signed in. */
export function useOperator(): OperatorDesk {
  const desk = useContext(OperatorContext);
  if (desk === undefined) throw new Error("invariant: every view is inside a desk");
  return desk;
}

/** How a form sends what must not be done twice. */
export function useReferencedSend(): ReferencedSend {
  const { control } = useOperator();
  return useMemo(() => new ReferencedSend(control), [control]);
}

/** The answer of a read, asked for again while the component is there. */
export function useAnswer<N extends ControlName>(name: N, input: ControlInput<N>): Loaded<ControlAnswer<N>> {
  const desk = useOperator();
  const asked = JSON.stringify(input);
  const polled = useMemo(() => desk.answer(name, JSON.parse(asked) as ControlInput<N>), [desk, name, asked]);
  return usePolled(polled);
}
