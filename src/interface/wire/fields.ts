import type { TSchema } from "typebox";
import { Type } from "typebox";

/** The kinds of fields that answers are made of, each with its description. */

export const text = (description: string) => Type.String({ description });
export const decimal = (description: string) => Type.String({ description, format: "decimal" });
export const timeText = (description: string) => Type.String({ description, pattern: "^\\d+$" });
export const timeNumber = (description: string) => Type.Integer({ description });
export const integer = (description: string) => Type.Integer({ description });
export const flag = (description: string) => Type.Boolean({ description });

/** A field with another description. */
export const described = <S extends TSchema>(schema: S, description: string): S => ({
  ...schema,
  description,
});

/** One of a closed list. */
export const oneOf = <const W extends string>(list: readonly W[], description: string) =>
  Type.Enum([...new Set(list)], { description });
/** One of the words of a table. */
export const word = <W extends string>(table: Words<W>, description: string) =>
  oneOf(Object.values(table), description);
/** A value, or null where the description says that there is none. */
export const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description });

/** The interface's words by the core's codes. */
export type Words<W extends string = string> = Readonly<Record<number, W>>;

/** Such a table, with each word in its type. */
export function words<const W extends string>(table: Words<W>): Words<W> {
  return table;
}

/** A word in capitals. */
export function upper<W extends string>(word: W): Uppercase<W> {
  return word.toUpperCase() as Uppercase<W>;
}

/** An object with these fields and no others. @param description where it is itself a field */
export const shape = <P extends Record<string, TSchema>>(properties: P, description?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(description !== undefined && { description }) });
