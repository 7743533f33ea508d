import { useEffect, useMemo, useRef, useState } from "react";
import { watchAlerts } from "../desk/alerts.ts";
import { commandsOf } from "../desk/commands.ts";
import type { Desk } from "../desk/desk.ts";
import { keymap, mapped, useShortcuts } from "../desk/shortcuts.ts";
import { useContract, useDesk } from "../desk/useDesk.ts";
import { withThousands } from "../format/decimal.ts";
import { SymbolBar } from "../panels/symbolBar/symbolBar.tsx";
import { Connected } from "../parts/sending.tsx";
import { frame } from "../state/frame.ts";
import { isFrozen } from "../state/store.ts";
import { useStore } from "../state/useStore.ts";
import { Floor } from "./floor.tsx";
import { Header, type SessionProps } from "./header.tsx";
import { ExplainDialog, Palette, ShortcutMap } from "./laterPanels.tsx";
import { UnreadMessage } from "./messages.tsx";
import { NarrowFloor } from "./narrowFloor.tsx";
import { Notices } from "./notices.tsx";
import { StatusBar } from "./statusBar.tsx";
import { ArmedBar, Warnings } from "./warnings.tsx";

/**
 * Below this width, in CSS pixels of the page, panels are tabs: on a phone, or on a page at 175 % and more.
 */
const NARROW_PX = 900;

/** The page of a signed-in user. */
export function Workspace(props: SessionProps) {
  const desk = useDesk();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isMapOpen, setMapOpen] = useState(false);
  const map = useStore(keymap);
  const commands = useMemo(() => mapped(commandsOf(desk, isFrozen), map), [desk, map]);
  const always = useMemo(() => ({ "mod+k": () => setPaletteOpen(true), "?": () => setMapOpen(true) }), []);
  useShortcuts(commands, always, desk);
  useTitle();
  useEffect(() => watchAlerts(desk), [desk]);
  useFreeze(desk);
  const page = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow(page);
  const isExplaining = useStore(desk.explaining, (what) => what !== undefined);
  const isConnected = useStore(desk.market.line, (line) => line === "open");
  return (
    <Connected value={isConnected}>
      <div className={`workspace ${isNarrow ? "narrow" : ""} ${desk.isPaper ? "paper" : ""}`} ref={page}>
        <Header {...props} onPalette={() => setPaletteOpen(true)} />
        <SymbolBar />
        <div className="lines">
          <UnreadMessage />
          <Warnings />
          <ArmedBar />
        </div>
        <main className="floor">{isNarrow ? <NarrowFloor /> : <Floor />}</main>
        {!isNarrow && <StatusBar />}
        <Notices />
        <ExplainDialog isOpen={isExplaining} />
        <Palette commands={commands} isOpen={isPaletteOpen} onOpenChange={setPaletteOpen} />
        <ShortcutMap commands={commands} isOpen={isMapOpen} onOpenChange={setMapOpen} />
      </div>
    </Connected>
  );
}

function useIsNarrow(page: React.RefObject<HTMLDivElement | null>): boolean {
  const [isNarrow, setNarrow] = useState(() => innerWidth < NARROW_PX);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setNarrow(entry!.contentRect.width < NARROW_PX));
    observer.observe(page.current!);
    return () => observer.disconnect();
  }, [page]);
  return isNarrow;
}

/**
 * Freezes the display while its reader wants that, but never shows one contract or account under the name of
 * another.
 */
function useFreeze({ contract }: Desk): void {
  useEffect(() => {
    const endHold = isFrozen.subscribe(() => frame.hold(isFrozen.value));
    const goOn = () => isFrozen.set(false);
    const endWatch = contract.subscribe(goOn);
    return () => {
      endWatch();
      goOn();
      endHold();
    };
  }, [contract]);
}

/** Shows the price in the title, once a second, so that it can be read while another page is in front. */
function useTitle(): void {
  const { market } = useDesk();
  const { name } = useContract();
  useEffect(() => {
    const timer = setInterval(() => {
      const last = market.ticker.value?.lastPrice;
      document.title = last === undefined ? `${name} · Outcry` : `${withThousands(last)} ${name} · Outcry`;
    }, 1_000);
    return () => clearInterval(timer);
  }, [market, name]);
}
