import type { Context, Operation } from "../../operation.ts";

/** Answers that the vendor's Go SDK for V2 reads in another shape than the interface gives them. */
const shapes: Readonly<Record<string, (answer: unknown) => unknown>> = {
  "GET /capi/v2/market/open_interest": first,
  /** The SDK reads one position: the long one of two, an object without fields for none. */
  "GET /capi/v2/account/position/singlePosition": (positions) => first(positions) ?? {},
  /** It reads the whole envelope out of the `data` of another one. */
  "POST /capi/v2/order/modifyTpSlOrder": (envelope) => ({ ...(envelope as object), data: envelope }),
};

function first(rows: unknown): unknown {
  return (rows as readonly unknown[])[0];
}

/** The operations, answering who speaks the SDK's dialect in its shapes. */
export function inSdkShapes(operations: readonly Operation[]): readonly Operation[] {
  return operations.map((operation) => {
    const shape = shapes[`${operation.method} ${operation.path}`];
    if (shape === undefined) return operation;
    return {
      ...operation,
      async handle(context: Context, input: unknown): Promise<unknown> {
        const answer = await operation.handle(context, input);
        return context.profile.sdk === "go" ? shape(answer) : answer;
      },
    };
  });
}
