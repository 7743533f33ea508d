import { invalidParameter } from "../errors.ts";
import type { Parameter } from "../parameter.ts";
import { filterId, integer, optional, text, time } from "../parameter.ts";

/** Parameters that the partner family shares. */

const PAGES_MAX = 1_000_000;

export const pageParameter = optional(integer("Page, from 1", { min: 1, max: PAGES_MAX }), 1);
export const pageSizeParameter = optional(integer("Rows of a page", { min: 1, max: 100 }), 100);
export const pageParameters = { page: pageParameter, pageSize: pageSizeParameter };

export const periodParameters = {
  startTime: optional(time("Start, Unix ms, within 365 days")),
  endTime: optional(time("End, Unix ms; at most 90 days after the start; default now")),
};

export const dayParameters = {
  startTime: optional(
    text("First day, yyyy-MM-dd in UTC, within 365 days; default 89 days before the last", 10),
  ),
  endTime: optional(text("Last day, yyyy-MM-dd in UTC; at most 90 days in all; default today", 10)),
};

/** Accounts that one question may name. */
export const NAMED_MAX = 100;

export const uidParameter = optional(filterId("Only this account"));

/** Ids, separated by commas, at most 100. */
export function idList(description: string): Parameter<readonly number[]> {
  const { schema, read } = text(description, 20 * NAMED_MAX);
  const id = filterId("");
  return {
    schema,
    required: true,
    absent: [],
    read(value, name) {
      const ids = read(value, name).split(",");
      if (ids.length > NAMED_MAX) throw invalidParameter(name, `more than ${NAMED_MAX} ids`);
      return ids.map((each) => id.read(each.trim(), name));
    },
  };
}
