import { accounts } from "./accounts.ts";
import type { Entity } from "./entity.ts";
import { entries } from "./entries.ts";
import { holdings } from "./holdings.ts";
import { orders } from "./orders.ts";
import { positions } from "./positions.ts";

/** Everything that the core keeps in pools. */
export const entities: readonly Entity[] = [accounts, holdings, entries, positions, orders];
