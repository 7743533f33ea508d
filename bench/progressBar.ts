import type { WriteStream } from "node:tty";

const WIDTH = 30;

/** One line that redraws itself; silent where nobody looks. */
export function progressBar(stream: WriteStream): { show(done: number, what: string): void; clear(): void } {
  const write = (text: string): void => {
    if (stream.isTTY) stream.write(`\r\x1b[2K${text}`);
  };
  return {
    show(done, what) {
      const filled = Math.round(done * WIDTH);
      const bar = "█".repeat(filled) + "░".repeat(WIDTH - filled);
      write(`${bar} ${Math.floor(done * 100)} % ${what}`);
    },
    clear: () => write(""),
  };
}
