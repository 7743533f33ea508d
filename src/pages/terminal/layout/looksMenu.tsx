import { Button, Menu, MenuItem, MenuSection, MenuTrigger, Popover, Separator } from "react-aria-components";
import { Gear } from "../parts/icons.tsx";
import { useStore } from "../state/useStore.ts";
import { type Looks, looks } from "../theme/settings.ts";

const LOOKS: readonly (readonly [string, string, Partial<Looks>])[] = [
  ["dark", "Dark", { theme: "dark" }],
  ["light", "Light", { theme: "light" }],
  ["system", "As the system", { theme: "system" }],
  ["classic", "Green and red", { colours: "classic" }],
  ["safe", "Blue and orange, for colour-blind readers", { colours: "safe" }],
  ["ink", "No colours, shapes alone", { colours: "ink" }],
];

/** The settings of the page's looks, and the licenses of the work in it. */
export function LooksMenu() {
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
            looks.set({ ...look, ...(key === "redUp" ? { isRedUp: !look.isRedUp } : change) });
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
          <Separator className="menu-line" />
          <MenuSection selectionMode="none" aria-label="About">
            <MenuItem id="licences" className="option" href="/licenses" target="_blank">
              Licences
            </MenuItem>
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
