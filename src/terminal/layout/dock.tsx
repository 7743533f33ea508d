import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { useDesk } from "../desk/useDesk.ts";
import { Connect } from "../panels/connect/connect.tsx";
import { OpenOrders } from "../panels/orders/openOrders.tsx";
import { Positions } from "../panels/positions/positions.tsx";
import { useStore } from "../state/store.ts";

/** The account's lists, one at a time. */
export function Dock() {
  const desk = useDesk();
  const positions = useStore(desk.account.view, (view) => view?.positions.length);
  const orders = useStore(desk.account.view, (view) => view?.orders.filter((each) => !each.trigger).length);
  return (
    <section className="panel dock" aria-label="Account">
      <Tabs className="tabs" defaultSelectedKey="connect">
        <TabList className="tab-list" aria-label="Lists">
          <Tab id="positions" className="tab">
            Positions <Count of={positions} />
          </Tab>
          <Tab id="orders" className="tab">
            Open orders <Count of={orders} />
          </Tab>
          <Tab id="connect" className="tab">
            Connect your bot
          </Tab>
        </TabList>
        <TabPanel id="positions" className="tab-panel scroll">
          <Positions />
        </TabPanel>
        <TabPanel id="orders" className="tab-panel scroll">
          <OpenOrders />
        </TabPanel>
        <TabPanel id="connect" className="tab-panel">
          <Connect />
        </TabPanel>
      </Tabs>
    </section>
  );
}

function Count({ of }: { readonly of: number | undefined }) {
  return of === undefined || of === 0 ? null : <span className="count">{of}</span>;
}
