import { choice, flag, integer, optional, text } from "../../parameter.ts";
import * as control from "../index.ts";
import { controlOperation } from "../operation.ts";
import { accountText } from "../parameters.ts";

export const audit = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/audit",
  at: "node",
  summary: "Check every invariant of the state",
  answer: control.AuditOutcome,
  parameters: {},
});

export const backgroundAudit = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/audit",
  at: "node",
  summary: "Show what the background audit has found",
  answer: control.AuditView,
  parameters: {},
});

export const backup = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/backup",
  at: "node",
  summary: "Copy journal, snapshots and history to a directory on the venue's machine",
  answer: control.BackupOutcome,
  parameters: {
    directory: text("Where to; it must be absent or empty.", 4096),
    secrets: optional(flag("Copy master key and credentials too."), false),
  },
});

export const branch = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/branch",
  summary:
    "Start a second venue that goes on from this moment, in memory, with a clock that stands; it ends with this one",
  answer: control.BranchOutcome,
  parameters: {},
});

export const bundle = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/bundle",
  at: "node",
  summary: "Write journal, requests and timeline to a directory on the venue's machine",
  answer: control.BundleOutcome,
  parameters: {
    directory: text("Where to; if it exists, a number is put behind its name.", 4096),
  },
});

export const showScenario = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/scenario",
  at: "leader",
  summary: "Show what the scenario makes happen and expects, and what became of it",
  answer: control.ScenarioView,
  parameters: {},
});

export const showLimits = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/limits",
  at: "leader",
  summary: "Show the limits in force",
  answer: control.LimitsView,
  parameters: {},
});

export const useLimits = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/limits/use",
  summary: "Put another limit profile in force",
  answer: control.LimitsView,
  parameters: {
    profile: text("seed, published, off, or the name of the profile that the venue started with.", 64),
  },
});

export const exemptAccount = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/limits/exempt",
  summary: "Lift the limits of an account, or restore them",
  answer: control.LimitsView,
  parameters: { account: accountText, exempt: optional(flag("false restores the limits."), true) },
});

export const reset = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/reset",
  summary: "Let the market start over, with the same accounts, keys and addresses; what happened is deleted",
  answer: control.ResetOutcome,
  parameters: { to: optional(text("Name of a saved state to go back to; without it, an empty market.", 64)) },
});

export const signatureFailures = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/requests/signatures",
  at: "node",
  summary: "Show the last signature failures, and what was signed over",
  answer: control.SignatureFailures,
  parameters: {},
});

export const listStates = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/states",
  at: "node",
  summary: "List the saved states",
  answer: control.SavedStates,
  parameters: {},
});

export const saveState = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/states/save",
  summary: "Save the market as it is under a name; a state of that name is replaced",
  answer: control.SavedState,
  parameters: {
    name: text("1 to 64 letters, digits, '-', '_' and '.', beginning with a letter or digit.", 64),
  },
});

export const status = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/status",
  at: "node",
  summary: "Show whether the venue runs, where it stands, and what its start found",
  answer: control.VenueStatus,
  parameters: {},
});

export const stop = controlOperation({
  method: "POST",
  role: "admin",
  path: "/control/stop",
  at: "node",
  summary: "Stop the venue cleanly",
  answer: control.Stopping,
  parameters: {},
});

export const listUploads = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/uploads",
  summary: "Read what programs uploaded since the venue started, was reset or came to lead",
  answer: control.Uploads,
  parameters: { account: optional(text("Only this account's, by id or name.", 64)) },
});

export const readRequests = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/requests",
  at: "node",
  summary: "Show the last requests, and why they were refused",
  answer: control.RequestsView,
  parameters: {
    after: optional(integer("Only entries after this id, oldest first; without it the newest.")),
    limit: optional(integer("Number of entries.", { min: 1, max: 10_000 }), 100),
    account: optional(accountText),
    only: optional(choice("Only refused requests.", { refused: 1 })),
  },
});

export const setRequestLevel = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/requests/level",
  at: "node",
  summary: "Choose which requests are logged",
  answer: control.RequestLevelView,
  parameters: { level: choice("Which requests.", { off: "off", errors: "errors", all: "all" }) },
});
