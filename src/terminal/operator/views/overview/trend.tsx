const WIDTH = 240;
const HEIGHT = 32;

/** A line of the last values; its figures are beside it, so it is told as a picture. */
export function Trend({ values, label }: { readonly values: readonly number[]; readonly label: string }) {
  const most = Math.max(...values, 1);
  const points = values.map((value, i) => {
    const x = values.length === 1 ? 0 : (i / (values.length - 1)) * WIDTH;
    return `${x.toFixed(1)},${(HEIGHT - (value / most) * (HEIGHT - 2) - 1).toFixed(1)}`;
  });
  return (
    <svg
      className="op-trend"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polyline
        points={points.join(" ")}
        fill="none"
        stroke="currentColor"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
