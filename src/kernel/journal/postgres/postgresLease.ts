import type { Lease, LeaseState, NodeAddress } from "../clusterLog.ts";
import { COPYING } from "../fenced/logStore.ts";
import type { Lane } from "./lane.ts";

const FIELDS = `
  epoch, node, address, note, renewals, lease_ms::float8 as lease_ms,
  greatest(extract(epoch from until - clock_timestamp()) * 1000, 0)::float8 as left_ms,
  floor(extract(epoch from clock_timestamp()) * 1000)::bigint as store_time`;
const LOOK = `select ${FIELDS} from outcry.lease`;
const TAKE = `
  update outcry.lease set epoch = epoch + 1, node = $1, address = $2, until = clock_timestamp() + $3 * interval '1 ms',
    lease_ms = $3, renewals = renewals + 1
  where node is null or (renewals = $4 and node <> '${COPYING}') returning ${FIELDS}`;
const RENEW = `
  update outcry.lease set until = clock_timestamp() + $2 * interval '1 ms', note = $3, lease_ms = $2, renewals = renewals + 1
  where epoch = $1 and node is not null returning ${FIELDS}`;
const RELEASE =
  "update outcry.lease set node = null, address = null, until = 'epoch', renewals = renewals + 1 where epoch = $1";

interface Row {
  readonly epoch: string;
  readonly node: string | null;
  readonly address: string | null;
  readonly note: string;
  readonly renewals: string;
  readonly lease_ms: number;
  readonly left_ms: number;
  readonly store_time: string;
}

/** The lease as a row. Taking it is a commit as durable as a frame's, so no epoch is ever given twice. */
export class PostgresLease implements Lease {
  readonly #lane: Lane;

  constructor(lane: Lane) {
    this.#lane = lane;
  }

  async look(): Promise<LeaseState> {
    return (await this.#ask("look", LOOK, []))!;
  }

  async take({ node, address }: NodeAddress, forMs: number, renewals = -1): Promise<LeaseState> {
    return (await this.#ask("take", TAKE, [node, address, forMs, renewals])) ?? this.look();
  }

  async renew(epoch: number, forMs: number, note: string): Promise<LeaseState> {
    return (await this.#ask("renew", RENEW, [epoch, forMs, note])) ?? this.look();
  }

  async release(epoch: number): Promise<void> {
    await this.#lane.query({ name: "release", text: RELEASE, values: [epoch] });
  }

  async #ask(name: string, text: string, values: readonly unknown[]): Promise<LeaseState | undefined> {
    const { rows } = await this.#lane.query<Row & object>({ name, text, values: [...values] });
    const row = rows[0];
    if (row === undefined) return undefined;
    const holder = row.node === null ? undefined : { node: row.node, address: row.address ?? "" };
    const { note, left_ms: leftMs, lease_ms: leaseMs } = row;
    const [epoch, renewals, storeTime] = [row.epoch, row.renewals, row.store_time].map(Number);
    return { epoch: epoch!, holder, renewals: renewals!, leaseMs, leftMs, storeTime: storeTime!, note };
  }
}
