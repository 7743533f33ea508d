import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { Chevron } from "../../parts/icons.tsx";
import { INDICATORS } from "./indicators.ts";

/** Chooses what is computed over the candles. */
export function IndicatorMenu({
  chosen,
  onChange,
}: {
  readonly chosen: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}) {
  return (
    <MenuTrigger>
      <Button className="select">
        Indicators <Chevron />
      </Button>
      <Popover className="popover narrow">
        <Menu
          className="options"
          aria-label="Indicators"
          selectionMode="multiple"
          selectedKeys={chosen}
          onSelectionChange={(keys) => {
            if (keys !== "all") onChange([...keys].map(String));
          }}
        >
          {INDICATORS.map(({ name, title }) => (
            <MenuItem key={name} id={name} className="option">
              {title}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
