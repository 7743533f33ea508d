import type { Command } from "../../desk/commands.ts";
import { looks } from "../../theme/settings.ts";
import type { OperatorDesk } from "./operatorDesk.ts";
import { VIEWS, type ViewName } from "./place.ts";

const KEYS: Readonly<Record<ViewName, string>> = {
  overview: "g o",
  accounts: "g a",
  contracts: "g c",
  market: "g m",
  forced: "g f",
  requests: "g r",
  journal: "g j",
  uploads: "g l",
  operators: "g p",
  nodes: "g n",
  operations: "g e",
};

/**
 * The commands of the palette. Changes of the market that cannot be undone are not among them. The words
 * given to `desk.press` are the notice once the change is done; a refusal is shown as a notice instead.
 */
export function commandsOf(desk: OperatorDesk): readonly Command[] {
  const { control } = desk;
  const theme = (name: "dark" | "light" | "system") => () => looks.set({ ...looks.value, theme: name });
  return [
    ...VIEWS.map(([view, title]) => ({
      id: view,
      title: `Go to ${title.toLowerCase()}`,
      keys: KEYS[view],
      run: () => {
        desk.place.go(view);
        document.getElementById("view")?.focus();
      },
    })),
    {
      id: "pause",
      title: "Clock: pause",
      run: () => void desk.press("Market time stands still", () => control.call("POST clock/freeze")),
    },
    ...["1", "60", "3600"].map((speed) => ({
      id: `run-${speed}`,
      title: `Clock: run at ×${speed}`,
      run: () =>
        void desk.press(`Market time runs at ×${speed}`, () => control.call("POST clock/run", { speed })),
    })),
    {
      id: "next",
      title: "Clock: next event",
      run: () => void desk.press("Stepped to the next event", () => control.call("POST clock/next")),
    },
    {
      id: "audit",
      title: "Audit the state now",
      run: () => void desk.press("Every rule holds", () => auditNow(desk)),
    },
    { id: "dark", title: "Dark theme", run: theme("dark") },
    { id: "light", title: "Light theme", run: theme("light") },
    { id: "system", title: "Theme of the system", run: theme("system") },
  ];
}

/** Has the venue audit its state. @throws with the broken rule, if there is one */
export async function auditNow({ control }: OperatorDesk): Promise<void> {
  const outcome = await control.call("POST audit");
  if (!outcome.passed) throw new Error(`A rule is broken at command ${outcome.seq}: ${outcome.broken}`);
}
