import { useState } from "react";
import { ControlClient } from "../../../interface/client/index.ts";
import { OperatorDesk } from "./desk/operatorDesk.ts";
import { OperatorContext } from "./desk/useOperator.ts";
import { Shell } from "./layout/shell.tsx";
import { TokenForm } from "./session/tokenForm.tsx";

/**
 * The operator's page: asks for the token, which stays in memory, and shows everything that control can do.
 */
export function OperatorApp() {
  const [desk, setDesk] = useState<OperatorDesk>();
  if (desk === undefined) {
    return (
      <TokenForm
        onToken={async (token) => {
          const control = new ControlClient({ baseUrl: location.origin, token });
          setDesk(await OperatorDesk.open(control));
        }}
      />
    );
  }
  return (
    <OperatorContext.Provider value={desk}>
      <Shell onLeave={() => setDesk(undefined)} />
    </OperatorContext.Provider>
  );
}
