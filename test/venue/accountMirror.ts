import type { Message } from "./pushes.ts";

const ENDED = ["FILLED", "CANCELED"];

/** What somebody keeps of an account who sees its four private channels and nothing else. */
export class AccountMirror {
  readonly orders = new Map<string, Message>();
  readonly positions = new Map<string, Message>();
  /** By isolated position, "0" the shared entry. */
  readonly collateral = new Map<string, Message>();
  readonly fills = new Map<string, Message>();
  version = 0;

  /** Takes a push of a private channel; other messages are passed over. */
  take({ msg }: Message): void {
    if (msg === undefined) return;
    if (msg.version < this.version) throw new Error(`version ${msg.version} after ${this.version}`);
    this.version = msg.version;
    for (const each of msg.data.order ?? []) {
      if (ENDED.includes(each.status)) this.orders.delete(each.id);
      else this.orders.set(each.id, each);
    }
    for (const each of msg.data.orderFillTransaction ?? [])
      this.fills.set(`${each.id} ${each.orderId}`, each);
    for (const each of msg.data.collateral ?? []) this.collateral.set(each.isolatedPositionId, each);
    for (const each of msg.data.position ?? []) {
      if (each.size !== "0") this.positions.set(each.id, each);
      else this.positions.delete(each.id);
    }
  }

  /** The collateral entries that there are: an isolated one ends with its position. */
  entries(): readonly Message[] {
    return [...this.collateral]
      .filter(([id]) => id === "0" || this.positions.has(id))
      .map(([, each]) => each);
  }
}
