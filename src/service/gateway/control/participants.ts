import * as declared from "../../../interface/wire/control/operations/participants.ts";
import { invalidParameter } from "../../../interface/wire/index.ts";
import { ACCOUNT_HOUSE } from "../../../kernel/core/index.ts";
import type { ControlContext, ControlOperation } from "./operation.ts";
import { controlOperation } from "./operation.ts";

/**
 * `GET /control/participants`: what acts in the market by itself, in the order in which it acts at a beat.
 */
const listParticipants = controlOperation(declared.listParticipants, shownParticipants);

function shownParticipants({ time: { schedule } }: ControlContext) {
  return schedule.tasks.map(({ name, intervalMs, isOn }) => ({ name, everyMs: intervalMs, on: isOn }));
}

/**
 * `POST /control/participants/switch`: lets a participant act, or skip its beats, until the venue stops or
 * its market starts over. The orders that house traders have in the book stay, unless the request asks to
 * cancel them.
 */
const switchParticipant = controlOperation(
  declared.switchParticipant,
  async (context, { name, on, cancelOrders }) => {
    const names = context.time.schedule.tasks.map((task) => task.name);
    if (!names.includes(name)) throw invalidParameter("name", `one of ${names.join(", ")}, got '${name}'`);
    if (cancelOrders && (on || name !== "participants"))
      throw invalidParameter("cancelOrders", "only with participants that are switched off");
    await context.time.schedule.switchTask(name, on);
    const canceled = cancelOrders ? await cancelHouseOrders(context) : 0;
    return { participants: shownParticipants(context), canceled };
  },
);

/** Cancels all orders of the house traders. @returns how many */
async function cancelHouseOrders({ engine, acting }: ControlContext): Promise<number> {
  const house = (await engine.query({ type: "accounts" })).filter(({ kind }) => kind === ACCOUNT_HOUSE);
  const orders = await Promise.all(
    house.map(({ account }) => engine.query({ type: "orders", account, contract: undefined, which: "all" })),
  );
  const live = orders.flat();
  await Promise.all(live.map(({ order }) => acting.submit({ type: "adminCancel", order })));
  return live.length;
}

/** The operations of participants. */
export const participantOperations: readonly ControlOperation[] = [listParticipants, switchParticipant];
