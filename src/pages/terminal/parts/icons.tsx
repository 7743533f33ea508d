import type { ReactNode } from "react";

/** The page's own icons: 16 px, strokes of 1.5, the colour of their text. */
function Icon({ children }: { readonly children: ReactNode }) {
  return (
    <svg
      className="icon"
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export const Chevron = () => (
  <Icon>
    <path d="M4 6l4 4 4-4" />
  </Icon>
);
export const Cross = () => (
  <Icon>
    <path d="M4 4l8 8M12 4l-8 8" />
  </Icon>
);
export const Envelope = () => (
  <Icon>
    <rect x="2" y="3.5" width="12" height="9" rx="1.5" />
    <path d="M2.5 5l5.5 4 5.5-4" />
  </Icon>
);
export const Copy = () => (
  <Icon>
    <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
    <path d="M10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2" />
  </Icon>
);
export const Tick = () => (
  <Icon>
    <path d="M3 8.5l3.5 3.5L13 4.5" />
  </Icon>
);
export const Gear = () => (
  <Icon>
    <circle cx="8" cy="8" r="2" />
    <path d="M8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6L5 5M11 11l1.4 1.4M12.4 3.6L11 5M5 11l-1.4 1.4" />
  </Icon>
);
export const Up = () => (
  <svg className="sign" width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
    <path d="M4 1l3.5 6h-7z" fill="currentColor" />
  </svg>
);
export const Down = () => (
  <svg className="sign" width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
    <path d="M4 7L.5 1h7z" fill="currentColor" />
  </svg>
);
export const Keyboard = () => (
  <Icon>
    <rect x="1.5" y="4" width="13" height="8" rx="1.5" />
    <path d="M4 6.8h.01M6.7 6.8h.01M9.3 6.8h.01M12 6.8h.01M5 9.5h6" />
  </Icon>
);
export const Bell = () => (
  <Icon>
    <path d="M4 11V7a4 4 0 0 1 8 0v4l1.2 1.5H2.8zM6.7 14.2h2.6" />
  </Icon>
);
export const Play = () => (
  <Icon>
    <path d="M5 3l8 5-8 5z" />
  </Icon>
);
export const Pause = () => (
  <Icon>
    <path d="M5.5 3v10M10.5 3v10" />
  </Icon>
);
