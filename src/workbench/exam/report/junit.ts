import type { ExamReport } from "../exam.ts";

/**
 * The report for a build server: a suite for each case, a case for each check; what was not examined is
 * skipped.
 */
export function examXml({ papers }: ExamReport): string {
  const suites = papers.map(({ paper, tookMs, checks, output }) => {
    const count = (wanted: string) => checks.filter(({ result }) => result === wanted).length;
    const cases = checks.map(({ name, result, observed }) => {
      const inside =
        result === "failed"
          ? `<failure message="${xml(observed)}"/>`
          : result === "not examined"
            ? `<skipped message="not examined: ${xml(observed)}"/>`
            : `<system-out>${xml(observed)}</system-out>`;
      return `    <testcase classname="outcry.exam.${paper}" name="${name}">${inside}</testcase>\n`;
    });
    const attributes = `name="${paper}" tests="${checks.length}" failures="${count("failed")}" skipped="${count("not examined")}" errors="0" time="${(tookMs / 1_000).toFixed(3)}"`;
    return `  <testsuite ${attributes}>\n${cases.join("")}    <system-out>${xml(output)}</system-out>\n  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="outcry exam">\n${suites.join("")}</testsuites>\n`;
}

/** Text of XML 1.0, which has no control characters. */
function xml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "?")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
