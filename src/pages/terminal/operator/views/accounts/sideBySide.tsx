import { Button } from "react-aria-components";
import type { control as answers } from "../../../../../interface/client/index.ts";
import { withThousands } from "../../../format/decimal.ts";
import { Cross } from "../../../parts/icons.tsx";
import { useAnswer } from "../../desk/useOperator.ts";
import { FIGURE_NAMES, Figure, MONEY_FIGURES } from "../../explain/figure.tsx";
import { Section } from "../../parts/section.tsx";

/** Several accounts, a column each: what they have, hold and want. */
export function SideBySide({
  names,
  onLeave,
}: {
  readonly names: readonly string[];
  readonly onLeave: (name: string) => void;
}) {
  return (
    <Section title="Side by side">
      <div className="op-side">
        {names.map((name) => (
          <Column key={name} name={name} onLeave={() => onLeave(name)} />
        ))}
      </div>
    </Section>
  );
}

function Column({ name, onLeave }: { readonly name: string; readonly onLeave: () => void }) {
  const { data, failure } = useAnswer("GET accounts/show", { account: name });
  return (
    <section className="op-column" aria-label={name}>
      <header>
        <h4>{name}</h4>
        <Button className="close" aria-label={`Leave out ${name}`} onPress={onLeave}>
          <Cross />
        </Button>
      </header>
      {data === undefined ? <p className="wait">{failure ?? "Asking…"}</p> : <Facts of={data} />}
    </section>
  );
}

function Facts({ of }: { readonly of: answers.AccountView }) {
  return (
    <dl>
      <Row name="Status">{of.status}</Row>
      {MONEY_FIGURES.map((figure) => (
        <Row key={figure} name={FIGURE_NAMES[figure]}>
          <Figure account={of.name} name={figure} value={of[figure]} isSigned={figure === "unrealized"} />
        </Row>
      ))}
      <Row name="Live orders">{of.liveOrders}</Row>
      <Row name="Positions">
        {of.positions.length === 0
          ? "none"
          : of.positions.map(({ position, symbol, leg, size }) => (
              <span key={position} className="op-holding">
                {leg} {withThousands(size)} {symbol}
              </span>
            ))}
      </Row>
    </dl>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
