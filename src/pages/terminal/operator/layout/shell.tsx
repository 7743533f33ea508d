import { useEffect, useMemo, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { useShortcuts } from "../../desk/shortcuts.ts";
import { LooksMenu } from "../../layout/looksMenu.tsx";
import { Palette } from "../../panels/palette/palette.tsx";
import { ShortcutMap } from "../../panels/palette/shortcutMap.tsx";
import { Cross, Keyboard } from "../../parts/icons.tsx";
import { useHeldNotices } from "../../parts/useHeldNotices.ts";
import { useStore } from "../../state/useStore.ts";
import { commandsOf } from "../desk/commands.ts";
import { hrefOf, VIEWS, type ViewName } from "../desk/place.ts";
import { usePolled } from "../desk/polled.ts";
import { useOperator } from "../desk/useOperator.ts";
import { AccountsView } from "../views/accounts/accountsView.tsx";
import { ContractsView } from "../views/contracts/contractsView.tsx";
import { ForcedView } from "../views/forced/forcedView.tsx";
import { JournalView } from "../views/journal/journalView.tsx";
import { MarketView } from "../views/market/marketView.tsx";
import { NodesView } from "../views/nodes/nodesView.tsx";
import { OperationsView } from "../views/operations/operationsView.tsx";
import { OperatorsView } from "../views/operators/operatorsView.tsx";
import { Overview } from "../views/overview/overview.tsx";
import { RequestsView } from "../views/requests/requestsView.tsx";
import { UploadsView } from "../views/uploads/uploadsView.tsx";
import { ClockBar } from "./clockBar.tsx";

/** A view has its line here and in {@link VIEWS}. */
const COMPONENTS: Readonly<Record<ViewName, () => React.ReactNode>> = {
  overview: Overview,
  accounts: AccountsView,
  contracts: ContractsView,
  market: MarketView,
  forced: ForcedView,
  requests: RequestsView,
  journal: JournalView,
  uploads: UploadsView,
  operators: OperatorsView,
  nodes: NodesView,
  operations: OperationsView,
};

/** Header, clock and navigation around the view that the address names. */
export function Shell({ onLeave }: { readonly onLeave: () => void }) {
  const desk = useOperator();
  const { view } = useStore(desk.place);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isMapOpen, setMapOpen] = useState(false);
  const commands = useMemo(() => commandsOf(desk), [desk]);
  const always = useMemo(() => ({ "mod+k": () => setPaletteOpen(true), "?": () => setMapOpen(true) }), []);
  useShortcuts(commands, always);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const show = () =>
      nav.current
        ?.querySelector(`[href="${hrefOf(view)}"]`)
        ?.scrollIntoView({ inline: "center", block: "nearest" });
    show();
    // When a phone is rotated, the view's tab is scrolled into view too.
    window.addEventListener("resize", show);
    return () => window.removeEventListener("resize", show);
  }, [view]);
  const View = COMPONENTS[view];
  return (
    <div className="op">
      <header className="op-header">
        <h1 className="brand">Outcry</h1>
        <span className="badge">OPERATOR</span>
        <State />
        <span className="op-gap" />
        <SignedInOperator />
        <Button
          className="close"
          aria-label="Commands"
          aria-keyshortcuts="Control+K"
          onPress={() => setPaletteOpen(true)}
        >
          <Keyboard />
        </Button>
        <LooksMenu />
        <Button className="button small" onPress={onLeave}>
          Sign out
        </Button>
      </header>
      <ClockBar />
      <nav className="op-nav" aria-label="Views" ref={nav}>
        {VIEWS.map(([name, title]) => (
          <a key={name} href={hrefOf(name)} {...(name === view && { "aria-current": "page" as const })}>
            {title}
          </a>
        ))}
      </nav>
      <main className="op-main" id="view" tabIndex={-1}>
        <h2 className="unseen">{VIEWS.find(([name]) => name === view)?.[1]}</h2>
        <View />
      </main>
      <Notices />
      <Palette commands={commands} isOpen={isPaletteOpen} onOpenChange={setPaletteOpen} />
      <ShortcutMap isFixed commands={commands} isOpen={isMapOpen} onOpenChange={setMapOpen} />
    </div>
  );
}

/** Who is signed in, with which role. */
function SignedInOperator() {
  const { who } = useOperator();
  return (
    <span className={who.role === "read" ? "op-who warn" : "op-who muted"}>
      {who.name}
      <span className="op-may">: {MAY[who.role]}</span>
    </span>
  );
}

const MAY = {
  read: "may only read; what changes something is refused",
  operate: "may operate",
  admin: "may do everything",
} as const;

/** Whether the venue is reachable and works. */
function State() {
  const { status } = useOperator();
  const { data, failure } = usePolled(status);
  const [tone, text] =
    failure !== undefined
      ? ["danger", "No answer"]
      : data === undefined
        ? ["warn", "Asking"]
        : data.state === "running"
          ? ["up", "Running"]
          : data.state === "following"
            ? ["up", "Following"]
            : ["danger", data.state === "halted" ? "Halted" : "Stopped"];
  return (
    <>
      <span className={`link-state ${tone}`} role="status">
        {text}
      </span>
      {failure !== undefined && <span className="danger op-header-note">{failure}</span>}
    </>
  );
}

/** Reports and refusals, away from the work area. */
function Notices() {
  const { notices } = useOperator();
  const shown = useStore(notices.shown);
  const element = useHeldNotices(notices);
  return (
    <div className="notices" ref={element} role="log" aria-label="What happened" aria-live="polite">
      {shown.map(({ id, tone, text }) => (
        <div key={id} className={`notice ${tone}`}>
          <p>{text}</p>
          <Button className="close" aria-label="Dismiss" onPress={() => notices.dismiss(id)}>
            <Cross />
          </Button>
        </div>
      ))}
    </div>
  );
}
