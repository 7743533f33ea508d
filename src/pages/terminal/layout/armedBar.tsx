import { useEffect } from "react";
import { Button } from "react-aria-components";
import { useDesk } from "../desk/useDesk.ts";
import { useStore } from "../state/useStore.ts";

/** Shows which single keys trade, as long as they do. Escape and a lost connection end it. */
export function ArmedBar() {
  const { armed, market, contract } = useDesk();
  const isArmed = useStore(armed);
  const isLive = useStore(market.isLive);
  const { name } = useStore(contract);
  useEffect(() => {
    if (isArmed && !isLive) armed.set(false);
  }, [armed, isArmed, isLive]);
  useEffect(() => {
    if (!isArmed) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") armed.set(false);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [armed, isArmed]);
  if (!isArmed) return null;
  return (
    <p className="warnings armed" role="status">
      Armed in {name}: the keys marked ! trade at once. Ends after a minute without use.{" "}
      <Button className="link" onPress={() => armed.set(false)}>
        Disarm (Escape)
      </Button>
    </p>
  );
}
