import type { Engine } from "../../kernel/engine/index.ts";
import type { History } from "../../service/readmodel/index.ts";

/**
 * Gives history every durable frame; while its queue is full the engine cuts no frame.
 *
 * @param before called before each frame; an error that it throws halts the venue
 */
export function feedHistory(engine: Engine, history: History, before: () => void = () => {}): void {
  let room: Promise<void> | undefined;
  engine.subscribe((frame) => {
    before();
    const full = history.apply(frame)?.finally(() => {
      if (room === full) room = undefined;
    });
    room = full ?? room;
  });
  engine.slow(() => room);
}
