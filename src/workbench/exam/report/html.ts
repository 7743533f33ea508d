import { escaped, page, table } from "../../run/index.ts";
import type { CaseReport, ExamReport } from "../exam.ts";
import { at, isOfBot, textOf } from "../happening.ts";

/** Happenings of a case that are shown; the JSON report has all of them. */
const SHOWN_MAX = 400;

const STYLE = `h2 { margin-top: 2.5rem }
.check { border-left: .4rem solid #a16207; padding: .1rem .8rem; margin: .6rem 0 }
.passed { border-color: #15803d } .failed { border-color: #b91c1c }
.check > * { margin: 0; font-size: 1rem }
.all { columns: 18rem; padding: 0; list-style: none } .all .check { margin: 0 0 .3rem; break-inside: avoid }
details { margin: .6rem 0 } summary { cursor: pointer }
td:first-child { white-space: nowrap } details table { font-size: .85rem; table-layout: fixed }
details th:first-child { width: 5rem }
pre { white-space: pre-wrap; font-size: .8rem }`;

/** A report as one page: verdicts, and a timeline of two lanes for each case. */
export function examHtml({ command, startedTime, speed, papers }: ExamReport): string {
  const checks = papers.flatMap(({ paper, checks }) => checks.map((check) => ({ paper, ...check })));
  const count = (wanted: string) => checks.filter(({ result }) => result === wanted).length;
  const called = command.join(" ");
  const all = checks.map(
    ({ paper, name, result }) =>
      `<li class="check ${className(result)}"><a href="#${paper}">${name}</a>: ${result}</li>`,
  );
  return page(
    `outcry exam: ${called}`,
    STYLE,
    `<h1>How a bot took it</h1>
<p><code>${escaped(called)}</code>, ${new Date(startedTime).toISOString()}:
${count("passed")} passed, ${count("failed")} failed, ${count("not examined")} not examined.${speed === undefined ? "" : ` Its time, which is the one shown, passed ${speed} times as fast as this machine's.`}</p>
<ul class="all">
${all.join("\n")}
</ul>
${papers.map(caseHtml).join("")}`,
  );
}

function caseHtml({ paper, about, tookMs, lostMs, checks, happenings, output }: CaseReport): string {
  const verdicts = checks.map(
    ({ name, rule, result, observed }) =>
      `<div class="check ${className(result)}"><h3>${name}: ${result}</h3><p>The rule: ${escaped(rule)}.</p><p>${sentence(observed)}</p></div>\n`,
  );
  const rows = happenings.slice(0, SHOWN_MAX).map((happening) => {
    const text = textOf(happening);
    return [at(happening.atMs), ...(isOfBot(happening) ? ["", text] : [text, ""])];
  });
  const more = happenings.length - rows.length;
  const isOpen = checks.some(({ result }) => result === "failed") ? " open" : "";
  const lost =
    lostMs > 0 ? `; ${at(lostMs)} of it the machine had no time for the bot, and is not counted` : "";
  return `<h2 id="${paper}">${paper}</h2>
<p>${sentence(about)} It took ${at(tookMs)}${lost}.</p>
${verdicts.join("")}<details${isOpen}><summary>What happened in ${paper}</summary>
${table(["Time", "The venue", "The bot"], rows)}
${more > 0 ? `<p>And ${more} more, which the report in JSON has.</p>` : ""}</details>
${output === "" ? "" : `<details><summary>What the bot printed last in ${paper}</summary><pre>${escaped(output)}</pre></details>`}
`;
}

function sentence(text: string): string {
  return `${escaped(text.charAt(0).toUpperCase() + text.slice(1))}.`;
}

function className(result: string): string {
  return result.replace(" ", "-");
}
