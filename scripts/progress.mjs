const TICK_MS = 100;
const PLAIN_LINE_EVERY_MS = 5_000;
const BAR_WIDTH = 24;
const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/**
 * Shows one step of work on stderr while it lasts: a line that redraws itself on a terminal, a plain
 * line now and then anywhere else. stdout stays clean for the command that follows.
 *
 * @template T
 * @param {string} name what is being done: `"install dependencies"`
 * @param {() => Promise<T>} work
 * @param {() => number} [share] how much of it is done, 0 to 1, where that is known
 * @returns {Promise<T>} what `work` returns; its failure is shown and passed on
 */
export async function step(name, work, share) {
  const out = process.stderr;
  const begun = Date.now();
  const redraws = out.isTTY === true;
  let frame = 0;
  const draw = () => {
    const glyph = SPINNER[frame++ % SPINNER.length];
    const bar = share === undefined ? "" : `${barOf(share())}  `;
    out.write(
      redraws ? `\r\x1b[2K${glyph} ${name}  ${bar}${elapsed(begun)}` : `… ${name}  ${bar}${elapsed(begun)}\n`,
    );
  };
  if (redraws) draw();
  else out.write(`… ${name}\n`);
  const timer = setInterval(draw, redraws ? TICK_MS : PLAIN_LINE_EVERY_MS);
  const finish = (/** @type {string} */ mark) => {
    clearInterval(timer);
    out.write(`${redraws ? "\r\x1b[2K" : ""}${mark} ${name}  ${elapsed(begun)}\n`);
  };
  try {
    const result = await work();
    finish("✓");
    return result;
  } catch (failure) {
    finish("✗");
    throw failure;
  }
}

/** @param {number} share 0 to 1 */
function barOf(share) {
  const full = Math.round(Math.min(1, share) * BAR_WIDTH);
  return `${"█".repeat(full)}${"░".repeat(BAR_WIDTH - full)} ${String(Math.floor(share * 100)).padStart(3)} %`;
}

/** @param {number} begun milliseconds since the epoch */
function elapsed(begun) {
  return `${((Date.now() - begun) / 1000).toFixed(1)} s`;
}
