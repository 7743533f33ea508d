/*
 * The frame of reports as pages: they load nothing, neither scripts nor fonts.
 */

/** A report as an HTML document. @param style what this page has beyond the common style @param body HTML */
export function page(title: string, style: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>
:root { color-scheme: light dark; color: light-dark(#1a1a1a, #e8e8e8); background: light-dark(#fff, #161616); font: 16px/1.5 system-ui, sans-serif }
a { color: light-dark(#1d4ed8, #93c5fd) }
body { max-width: 64rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
table { border-collapse: collapse; width: 100%; margin: 0 0 2rem; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #8884; vertical-align: top }
${style}
</style>
<main>
${body}
</main>
</html>
`;
}

/** A table of texts; "" without rows. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly (string | number)[], tag: "td" | "th") =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(String(cell))}</${tag}>`).join("")}</tr>`;
  return `<table>${line(head, "th")}${rows.map((row) => line(row, "td")).join("\n")}</table>`;
}

/** Text within HTML. */
export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
