import { Button } from "react-aria-components";
import { useDesk } from "../desk/useDesk.ts";
import { Cross } from "../parts/icons.tsx";
import { useHeldNotices } from "../parts/useHeldNotices.ts";
import { useStore } from "../state/useStore.ts";

/**
 * Sentences about what just happened, out of the way of the ticket; each is also in the log that screen
 * readers follow.
 */
export function Notices() {
  const { notices } = useDesk();
  const shown = useStore(notices.shown);
  const element = useHeldNotices(notices);
  return (
    <div className="notices" ref={element} role="log" aria-label="What happened" aria-live="polite">
      {shown.map(({ id, tone, text, detail, action }) => (
        <div key={id} className={`notice ${tone}`}>
          <div>
            <p>{text}</p>
            {detail !== undefined && <p className="muted">{detail}</p>}
            {action !== undefined && (
              <Button
                className="link"
                onPress={() => {
                  notices.dismiss(id);
                  action.run();
                }}
              >
                {action.label}
              </Button>
            )}
          </div>
          <Button className="close" aria-label="Dismiss" onPress={() => notices.dismiss(id)}>
            <Cross />
          </Button>
        </div>
      ))}
    </div>
  );
}
