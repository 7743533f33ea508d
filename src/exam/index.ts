/** The parts of an examination that the command line needs. */
export type { ExamReport, CaseReport } from "./exam.ts";
export { examine } from "./exam.ts";
export { textOf } from "./happening.ts";
export { type ExamCase, examCases } from "./cases.ts";
export { examHtml } from "./report/html.ts";
export { examXml } from "./report/junit.ts";
