import type { Page } from "playwright-core";

/**
 * What the client tries again by itself, and a browser tells all the same: a venue that is behind, and a
 * handshake that did not come about.
 */
const TRIED_AGAIN =
  /status of 503|WebSocket connection to .* failed|WebSocket is closed before the connection is established/;

/** Takes down what a page throws, and what its console shows as wrong for good. */
export function watchConsole(page: Page, wrong: string[]): void {
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => {
    const isWrong = message.type() === "error" || message.type() === "warning";
    if (isWrong && !TRIED_AGAIN.test(message.text())) wrong.push(message.text());
  });
}
