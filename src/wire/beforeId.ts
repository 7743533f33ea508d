import { filterId, optional } from "./parameter.ts";

/**
 * A parameter of ours on lists of the past, newest first: with the id of a page's last row the next page goes on right
 * behind it, however many rows share its millisecond, and whatever has come meanwhile.
 */
export const beforeId = optional(
  filterId("Only rows with a smaller id; the id of the last row for the next page (a parameter of ours)"),
);
