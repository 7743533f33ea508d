import type { Operation, PrivateContext } from "../operation.ts";
import { paperAccountOf } from "../v3/sim/paperAccount.ts";
import { privateOperations } from "./operations.ts";

const V2 = "/capi/v2/";

/**
 * Ours: every signed V2 operation on the key's paper account, under `sim/`: the same parameters, rules,
 * symbols and answers. The paper account is opened at its first use. As aliases they stand in no document of
 * their own: docs/reference/paper.md says it once.
 */
export const paperOperations: readonly Operation[] = privateOperations.map((operation) => ({
  ...operation,
  path: operation.path.replace(V2, `${V2}sim/`),
  hidden: true,
  handle: async (context: PrivateContext, input: unknown) => operation.handle(await onPaper(context), input),
}));

/** A context for the paper account; all but `account` goes to the context that it is made of. */
async function onPaper(context: PrivateContext): Promise<PrivateContext> {
  const account = await paperAccountOf(context);
  return new Proxy(context, {
    get(of, name) {
      if (name === "account") return account;
      const value: unknown = Reflect.get(of, name, of);
      return typeof value === "function" ? value.bind(of) : value;
    },
  });
}
