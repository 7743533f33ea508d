import type { TSchema } from "typebox";
import { Type } from "typebox";

/** The kinds of fields that answers are made of, each with its description. */

export const text = (description: string) => Type.String({ description });
export const decimal = (description: string) => Type.String({ description, format: "decimal" });
export const timeText = (description: string) => Type.String({ description, pattern: "^\\d+$" });
export const timeNumber = (description: string) => Type.Integer({ description });

/** An object with these fields and no others. */
export const shape = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
