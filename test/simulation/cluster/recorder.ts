import type { AccountUpdate } from "../../../src/kernel/core/index.ts";
import { decodeEvents, RecordView } from "../../../src/kernel/core/index.ts";
import type { DurableFrame } from "../../../src/kernel/engine/index.ts";
import { exchangeMachine, replayLog } from "../../../src/kernel/engine/index.ts";
import type { ClusterLog } from "../../../src/kernel/journal/clusterLog.ts";
import { check } from "../../cluster/check/checker.ts";
import type { Logged, Observation } from "../../cluster/check/history.ts";
import type { Answer } from "./desk.ts";

/** What all nodes show in the end. */
export interface Agreed {
  readonly seq: number;
  readonly digest: Uint8Array;
}

/** Everything that was given out in a history, by whichever node: to be held against the log. */
export class Recorder {
  readonly seen: Observation[] = [];
  /** What is given out from now on is not looked at. */
  isOver = false;
  /** Events of each frame that was given out, by its first command. */
  readonly #frames = new Map<number, { readonly node: string; readonly events: string }>();
  readonly #deposits = new Map<number, Answer | undefined>();

  /** @throws Error when another node gave out another frame there */
  frame(node: string, { firstSeq, events }: DurableFrame): void {
    if (this.isOver) return;
    const text = textOf(events);
    const known = this.#frames.get(firstSeq);
    if (known === undefined) this.#frames.set(firstSeq, { node, events: text });
    else if (known.events !== text)
      throw new Error(`${node} and ${known.node} gave out different frames ${firstSeq}`);
  }

  push(node: string, account: string, at: number, { version, orders }: AccountUpdate): void {
    if (this.isOver) return;
    for (const { order, clientId } of orders)
      this.seen.push({
        type: "pushed",
        account,
        node,
        socket: node,
        at,
        version,
        order: String(order),
        clientId,
      });
  }

  /** @param quanta an amount that no other deposit has */
  deposit(quanta: number, answer: Answer | undefined): void {
    this.#deposits.set(quanta, answer);
  }

  /** Executes the log up to where all nodes agree, and compares. @returns what was broken */
  async judge(log: ClusterLog, { seq, digest }: Agreed): Promise<readonly string[]> {
    const faults: string[] = [];
    const given = this.#frames;
    const { orders, amounts, note } = tallies();
    await log.refresh();
    const replayed = await replayLog({
      log,
      machine: exchangeMachine,
      toSeq: seq,
      onFrame: ({ firstSeq, events }) => {
        const { node, events: text = undefined } = given.get(firstSeq) ?? {};
        if (text !== undefined && text !== textOf(events))
          faults.push(`${node} gave out a frame ${firstSeq} that is not the log's`);
        given.delete(firstSeq);
        note(events);
      },
    });
    replayed.machine.audit();
    if (Buffer.compare(replayed.digest, digest) !== 0)
      faults.push("the log executed again gives another digest");
    for (const [firstSeq, { node }] of given)
      faults.push(`${node} gave out frame ${firstSeq}, which is not in the log`);
    for (const [quanta, answer] of this.#deposits) {
      const times = amounts.get(quanta) ?? 0;
      if (times > 1) faults.push(`doubled: deposit ${quanta} is in the log ${times} times`);
      if (answer?.type === "done" && times === 0) faults.push(`lost: deposit ${quanta} was acknowledged`);
    }
    return [...faults, ...check(this.seen, orders).map(({ type, says }) => `${type}: ${says}`)];
  }
}

/** The orders, and how often each amount was moved, of frames that are noted one after the other. */
function tallies() {
  const orders: Logged[] = [];
  const names = new Map<number, string>();
  const amounts = new Map<number, number>();
  const note = (events: Uint8Array): void => {
    for (const { event } of decodeEvents(new RecordView(events))) {
      if (event.type === "accountOpened") names.set(event.account, event.name);
      else if (event.type === "orderPlaced" && event.clientId !== "") {
        const { account, clientId, order } = event;
        orders.push({ account: names.get(account)!, clientId, order: String(order) });
      } else if (event.type === "moneyMoved") {
        const amount = Number(event.amount);
        amounts.set(amount, (amounts.get(amount) ?? 0) + 1);
      }
    }
  };
  return { orders, amounts, note };
}

function textOf(events: Uint8Array): string {
  return Buffer.from(events).toString("latin1");
}
