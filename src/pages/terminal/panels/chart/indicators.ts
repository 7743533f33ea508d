/**
 * Indicators on offer, by the chart's names; those over the candles stand with them, the others in panes
 * below.
 */
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
