import { PagedBook } from "../../src/kernel/core/data/book/pagedBook.ts";
import { BookEngine } from "../bookEngine.ts";
import { type FlowArguments, flowLane } from "../flowEngine.ts";
import type { Lane } from "../lane.ts";

/** Our book under the least engine that matches. */
export function start(args: FlowArguments): Lane {
  return flowLane(args, () => new BookEngine((orders) => new PagedBook(orders)), { passes: 5 });
}
