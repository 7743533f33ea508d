import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { Chevron } from "../../parts/icons.tsx";

/** Indicators on offer, by the chart's names; those over the candles stand with them, the others in panes below. */
export const INDICATORS = [
  { name: "MA", title: "Moving averages", isOver: true },
  { name: "EMA", title: "Exponential averages", isOver: true },
  { name: "BOLL", title: "Bollinger bands", isOver: true },
  { name: "SAR", title: "Parabolic SAR", isOver: true },
  { name: "VOL", title: "Volume", isOver: false },
  { name: "MACD", title: "MACD", isOver: false },
  { name: "RSI", title: "RSI", isOver: false },
  { name: "KDJ", title: "KDJ", isOver: false },
  { name: "OBV", title: "On-balance volume", isOver: false },
] as const;

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
