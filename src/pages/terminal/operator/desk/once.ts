import type {
  ControlAnswer,
  ControlClient,
  ControlInput,
  ControlName,
} from "../../../../interface/client/index.ts";
import { isTransient } from "../../format/failure.ts";

/** Operations that take a reference. */
type Repeatable = {
  [N in ControlName]: "reference" extends keyof ControlInput<N> ? N : never;
}[ControlName];

/**
 * What a form sends, under a reference that stays until the venue has answered: sent again because no answer
 * came, it is done once. Sent again with something changed it is refused if it was done.
 */
export class ReferencedSend {
  readonly #control: ControlClient;
  #reference: string | undefined;

  constructor(control: ControlClient) {
    this.#control = control;
  }

  /** Calls an operation under the form's reference. @throws as `ControlClient.call` */
  async call<N extends Repeatable>(name: N, input: ControlInput<N>): Promise<ControlAnswer<N>> {
    this.#reference ??= newReference();
    const call = this.#control.call.bind(this.#control) as (
      name: N,
      input: ControlInput<N>,
    ) => Promise<ControlAnswer<N>>;
    try {
      const answer = await call(name, { ...input, reference: this.#reference });
      this.#reference = undefined;
      return answer;
    } catch (error) {
      if (!isTransient(error)) this.#reference = undefined;
      throw error;
    }
  }
}

function newReference(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `page-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
