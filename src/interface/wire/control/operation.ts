import type { TSchema } from "typebox";
import type { FieldNames } from "../operation.ts";
import type { Parameter, Parameters } from "../parameter.ts";
import { optional } from "../parameter.ts";
import { referenceText } from "./parameters.ts";
import type { Role } from "./words.ts";

/**
 * One operation of the control surface, declared once: route, role, parameters, answer. A GET takes its
 * parameters from the query, a POST from a JSON body.
 */
export interface ControlDeclaration<P extends Parameters = Parameters, A extends TSchema = TSchema> {
  readonly method: "GET" | "POST";
  /** The least role that may call it. */
  readonly role: Role;
  /** "/control/accounts/open". */
  readonly path: string;
  /**
   * Which node of a cluster carries it out: the one that was asked, as it is, or the one that leads. Default:
   * for a POST the one that leads, for a GET the one asked, once it has what is durable.
   */
  readonly at?: "node" | "leader";
  readonly summary: string;
  readonly parameters: P;
  /** What it answers with 200. */
  readonly answer: A;
  /** The types of the file that it answers with in place of JSON. */
  readonly sends?: readonly string[];
  /** As of an operation of the interface. */
  readonly commands?: Readonly<Record<string, FieldNames>>;
  /** Whether it takes a `reference`, with which it is carried out only once. */
  readonly isRepeatable: boolean;
}

type Declared<P extends Parameters, A extends TSchema> = Omit<ControlDeclaration<P, A>, "isRepeatable"> & {
  readonly isRepeatable?: true;
};
/** Read by the control surface itself, before the handler is called. */
type WithReference<P> = P & { readonly reference?: Parameter<string | undefined> };

/** Declares an operation of control. */
export function controlOperation<const P extends Parameters, A extends TSchema>(
  declared: Declared<P, A>,
): ControlDeclaration<WithReference<P>, A> {
  if (declared.isRepeatable !== true) return { ...declared, isRepeatable: false };
  const parameters = { ...declared.parameters, reference: optional(referenceText) };
  return { ...declared, parameters, isRepeatable: true };
}
