/** Resolves when the page is visible: at once, or when it comes to the front again. */
export function whileShown(): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener("visibilitychange", () => resolve(), { once: true });
  });
}
