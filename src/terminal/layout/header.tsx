import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from "react-aria-components";
import { useDesk } from "../desk/useDesk.ts";
import { AlertsButton } from "../panels/alerts/alerts.tsx";
import { Chevron, Gear, Keyboard } from "../parts/icons.tsx";
import { useStore } from "../state/store.ts";
import { type Looks, looks } from "../theme/settings.ts";
import type { WorkspaceProps } from "./workspace.tsx";

/** Whose page it is, in which mode, and whether the venue is there. */
export function Header({
  demos,
  onSwitch,
  onLeave,
  onPalette,
}: WorkspaceProps & { readonly onPalette: () => void }) {
  const { signIn, market } = useDesk();
  const isLive = useStore(market.isLive);
  return (
    <header className="header">
      <h1 className="brand">Outcry</h1>
      {signIn.isDemo && (
        <span
          className="badge"
          title="Made-up money and simulated prices. The keys shown here belong to this machine alone."
        >
          DEMO
        </span>
      )}
      <MenuTrigger>
        <Button className="button small" aria-label={`Account ${signIn.name}`}>
          {signIn.name} <Chevron />
        </Button>
        <Popover className="popover narrow">
          <Menu
            className="options"
            aria-label="Accounts"
            onAction={(key) => {
              const chosen = demos.find(({ apiKey }) => apiKey === key);
              if (chosen === undefined) onLeave();
              else void onSwitch(chosen);
            }}
          >
            {demos.map(({ apiKey, name }) => (
              <MenuItem key={apiKey} id={apiKey} className="option">
                {name}
              </MenuItem>
            ))}
            <MenuItem id="leave" className="option">
              Sign in with a key…
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      <span className="header-gap" />
      <span className={`link-state ${isLive ? "up" : "warn"}`} role="status">
        {isLive ? "Live" : "Connecting"}
      </span>
      <a href="/docs" className="header-link">
        API
      </a>
      <AlertsButton />
      <Button className="close" aria-label="Commands" aria-keyshortcuts="Control+K" onPress={onPalette}>
        <Keyboard />
      </Button>
      <LooksMenu />
    </header>
  );
}

const LOOKS: readonly (readonly [string, string, Partial<Looks>])[] = [
  ["dark", "Dark", { theme: "dark" }],
  ["light", "Light", { theme: "light" }],
  ["system", "As the system", { theme: "system" }],
  ["classic", "Green and red", { colours: "classic" }],
  ["safe", "Blue and orange, for colour-blind readers", { colours: "safe" }],
  ["ink", "No colours, shapes alone", { colours: "ink" }],
];

/** How the page looks. */
function LooksMenu() {
  const look = useStore(looks);
  const chosen = [look.theme, look.colours, ...(look.isRedUp ? ["redUp"] : [])];
  return (
    <MenuTrigger>
      <Button className="close" aria-label="How the page looks">
        <Gear />
      </Button>
      <Popover className="popover narrow" placement="bottom end">
        <Menu
          className="options"
          aria-label="How the page looks"
          selectionMode="multiple"
          selectedKeys={chosen}
          onAction={(key) => {
            const [, , change] = LOOKS.find(([id]) => id === key) ?? [];
            looks.set({ ...look, ...(change ?? { isRedUp: !look.isRedUp }) });
          }}
        >
          {LOOKS.slice(0, 3).map(([id, title]) => (
            <MenuItem key={id} id={id} className="option">
              {title}
            </MenuItem>
          ))}
          <Separator className="menu-line" />
          {LOOKS.slice(3).map(([id, title]) => (
            <MenuItem key={id} id={id} className="option">
              {title}
            </MenuItem>
          ))}
          <MenuItem id="redUp" className="option">
            Red is up
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
