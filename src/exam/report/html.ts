import { escaped } from "../../run/index.ts";
import type { ExamReport, PaperReport } from "../exam.ts";
import type { Timed } from "../happening.ts";
import { at, isOfBot, textOf } from "../happening.ts";

/** Happenings of a paper that are shown; the JSON report has all of them. */
const SHOWN_MAX = 400;

/** A report as one page that loads nothing: verdicts, and a timeline of two lanes for each paper. */
export function examHtml({ command, startedTime, papers }: ExamReport): string {
  const checks = papers.flatMap((paper) => paper.checks);
  const count = (wanted: string) => checks.filter(({ result }) => result === wanted).length;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>outcry exam: ${escaped(command.join(" "))}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
h2 { margin-top: 2.5rem }
.check { border-left: .4rem solid #a16207; padding: .1rem .8rem; margin: .6rem 0 }
.passed { border-color: #15803d } .failed { border-color: #b91c1c }
.check p { margin: 0 } .rule { opacity: .75 }
.lanes { display: grid; grid-template-columns: 5rem 1fr 1fr; gap: 0 .6rem; font-size: .85rem; font-variant-numeric: tabular-nums }
.lanes > * { border-bottom: 1px solid #8884; padding: .15rem 0 }
pre { white-space: pre-wrap; font-size: .8rem }
@media (max-width: 40rem) {
  .lanes { grid-template-columns: 4.2rem 1fr } .lanes > :nth-child(3n):empty, .lanes > :nth-child(3n+2):empty { display: none }
  .lanes > :nth-child(3n) { color: #2563eb }
}
</style>
<h1>How a bot took it</h1>
<p><code>${escaped(command.join(" "))}</code>, ${new Date(startedTime).toISOString()}:
${count("passed")} passed, ${count("failed")} failed, ${count("not examined")} not examined.</p>
${papers.map(paperHtml).join("")}
</html>
`;
}

function paperHtml({ paper, about, tookMs, checks, happenings, output }: PaperReport): string {
  const verdicts = checks.map(
    ({ name, rule, result, observed }) =>
      `<div class="check ${result}"><p><b>${name}: ${result}</b></p><p class="rule">${escaped(rule)}</p><p>${escaped(observed)}</p></div>\n`,
  );
  const shown = happenings.slice(0, SHOWN_MAX);
  const more = happenings.length - shown.length;
  return `<h2>${paper}</h2>
<p>${escaped(about)}. ${at(tookMs)}.</p>
${verdicts.join("")}<details><summary>What happened</summary>
<div class="lanes"><b>Time</b><b>The venue</b><b>The bot</b>
${shown.map(rowHtml).join("\n")}
</div>${more > 0 ? `<p>And ${more} more, which the report in JSON has.</p>` : ""}</details>
${output === "" ? "" : `<details><summary>What the bot printed last</summary><pre>${escaped(output)}</pre></details>`}
`;
}

function rowHtml(happening: Timed): string {
  const text = escaped(textOf(happening));
  const [venue, bot] = isOfBot(happening) ? ["", text] : [text, ""];
  return `<span>${at(happening.atMs)}</span><span>${venue}</span><span>${bot}</span>`;
}
