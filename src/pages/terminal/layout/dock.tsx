import { type ReactNode, useEffect, useRef } from "react";
import { type Key, Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { useDesk } from "../desk/useDesk.ts";
import { Connect } from "../panels/connect/connect.tsx";
import { useStore } from "../state/useStore.ts";
import { keepFocus } from "./keepFocus.ts";
import {
  Assets,
  Bills,
  ClosedPositions,
  Fills,
  Funding,
  OpenOrders,
  OrderHistory,
  PlanOrders,
  Positions,
} from "./laterPanels.tsx";

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly list: ReactNode;
  /** Whether the list scrolls as a whole; the other lists scroll inside. */
  readonly scrolls?: true;
}

/**
 * The account's lists in the order of the tabs. Only the list in front is rendered, so the others ask for
 * nothing.
 */
const ENTRIES: readonly Entry[] = [
  { id: "positions", title: "Positions", list: <Positions />, scrolls: true },
  { id: "orders", title: "Open orders", list: <OpenOrders />, scrolls: true },
  { id: "plans", title: "Plan orders", list: <PlanOrders />, scrolls: true },
  { id: "history", title: "Order history", list: <OrderHistory /> },
  { id: "fills", title: "Fills", list: <Fills /> },
  { id: "closed", title: "Closed", list: <ClosedPositions /> },
  { id: "funding", title: "Funding", list: <Funding /> },
  { id: "bills", title: "Bills", list: <Bills /> },
  { id: "assets", title: "Assets", list: <Assets />, scrolls: true },
  { id: "connect", title: "Connect your bot", list: <Connect /> },
];

/** The account's lists, one at a time. */
export function Dock() {
  const desk = useDesk();
  const shown = useStore(desk.dockTab);
  const dock = useRef<HTMLElement>(null);
  useEffect(() => keepFocus(dock.current!), []);
  // On a phone the tabs do not all fit, so the one in front is scrolled into view: in the next frame, since
  // the library inserts its tabs after its first rendering and resets the scroll position when one is
  // pressed; and again when tabs get wider as counts come.
  useEffect(() => {
    const bring = () => {
      const tab = dock.current?.querySelector(`[role=tab][id$="-${shown}"]`);
      tab?.scrollIntoView({ block: "nearest", inline: "center" });
    };
    const observer = new ResizeObserver(bring);
    const asked = requestAnimationFrame(() => {
      for (const tab of dock.current?.querySelectorAll(".tab-list > [role=tab]") ?? []) observer.observe(tab);
    });
    return () => {
      cancelAnimationFrame(asked);
      observer.disconnect();
    };
  }, [shown]);
  return (
    <section className="panel dock" id="panel-dock" aria-label="Account" tabIndex={-1} ref={dock}>
      <h2 className="unseen">Account</h2>
      <Tabs
        className="tabs"
        selectedKey={shown}
        onSelectionChange={(key: Key) => desk.dockTab.set(String(key))}
      >
        <TabList className="tab-list" aria-label="Lists">
          {ENTRIES.map(({ id, title }) => (
            <Tab key={id} id={id} className="tab">
              {title} <Count of={id} />
            </Tab>
          ))}
        </TabList>
        {ENTRIES.map(({ id, list, scrolls }) => (
          <TabPanel key={id} id={id} className={`tab-panel ${scrolls ? "scroll" : ""}`}>
            {list}
          </TabPanel>
        ))}
      </Tabs>
    </section>
  );
}

/** The count of a live list. */
function Count({ of }: { readonly of: string }) {
  const desk = useDesk();
  const count = useStore(desk.account.view, (view) => {
    if (of === "positions") return view?.positions.length;
    if (of === "orders") return view?.orders.filter(({ trigger }) => trigger === undefined).length;
    if (of === "plans") return view?.orders.filter(({ trigger }) => trigger !== undefined).length;
    return undefined;
  });
  return count === undefined || count === 0 ? null : <span className="count">{count}</span>;
}
