const WIDTH = 200;
const HEIGHT = 48;
const EDGE = 3;

/** A team's equity as a line without figures, which stand beside it. */
export function Sparkline({ curve }: { readonly curve: readonly string[] }) {
  if (curve.length < 2) return null;
  const values = curve.map(Number);
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  const points = values
    .map((value, i) => {
      const x = (i / (values.length - 1)) * WIDTH;
      const y = EDGE + (1 - (value - low) / range) * (HEIGHT - 2 * EDGE);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(" ");
  const tone = values.at(-1)! >= values[0]! ? "up" : "down";
  return (
    <svg
      className={`lb-line ${tone}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline points={points} />
    </svg>
  );
}
