import type { TSchema } from "typebox";
import type { Access, Declaration } from "../operation.ts";
import type { Parameters } from "../parameter.ts";

type Given<P extends Parameters, A extends TSchema> = Omit<
  Declaration<P, A>,
  "access" | "weight" | "inQuery" | "keyOnly" | "call" | "alsoAt"
> & {
  /** Of the address; accounts have no weight. */
  readonly weight: number;
  /** Further versions of the path in which the same is served. */
  readonly alsoIn?: readonly ("v1" | "v2" | "v3")[];
};

type OfAccount<P extends Parameters, A extends TSchema> = Given<P, A> & {
  readonly access: Exclude<Access, "public">;
};

/** Declares an operation that anybody may call: a GET. */
export function open<const P extends Parameters, A extends TSchema>(
  declared: Omit<Given<P, A>, "method">,
): Declaration<P, A> {
  return { ...whole({ ...declared, method: "GET" }), access: "public" };
}

/** Declares an operation whose requests name a key and need no signature. */
export function keyed<const P extends Parameters, A extends TSchema>(
  declared: Given<P, A>,
): Declaration<P, A> {
  return { ...whole(declared), access: "read", keyOnly: true };
}

/** Declares a signed operation. */
export function signed<const P extends Parameters, A extends TSchema>(
  declared: OfAccount<P, A>,
): Declaration<P, A> {
  const { access, ...rest } = declared;
  return { ...whole(rest as Given<P, A>), access };
}

function whole<P extends Parameters, A extends TSchema>({
  weight,
  alsoIn,
  ...rest
}: Given<P, A>): Omit<Declaration<P, A>, "access"> {
  const alsoAt = alsoIn?.map((version) => rest.path.replace(/\/v\d\//, `/${version}/`));
  return { ...rest, weight: { ip: weight, uid: 0 }, inQuery: true, ...(alsoAt && { alsoAt }) };
}
