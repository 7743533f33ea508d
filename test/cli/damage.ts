import { closeSync, openSync, readdirSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Where the first frame's payload surely is: behind the segment's header and the frame's own. */
const INSIDE_FIRST_FRAME = 4096 + 200;

/** Flips one bit of an early frame in a journal's first segment. */
export function damageOneFrame(directory: string): void {
  const name = readdirSync(directory)
    .filter((each) => /^\d+\.segment$/.test(each))
    .sort()[0]!;
  const file = openSync(join(directory, name), "r+");
  const byte = Buffer.alloc(1);
  readSync(file, byte, 0, 1, INSIDE_FIRST_FRAME);
  byte[0]! ^= 1;
  writeSync(file, byte, 0, 1, INSIDE_FIRST_FRAME);
  closeSync(file);
}
