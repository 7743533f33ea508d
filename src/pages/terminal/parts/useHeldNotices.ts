import { type RefObject, useEffect, useRef } from "react";
import type { Notices } from "../state/notices.ts";

/**
 * Has notices stay while a pointer or the focus is at them. @returns the reference of the element around them
 */
export function useHeldNotices(notices: Notices): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    notices.isHeld = () => element.current?.matches(":hover, :focus-within") === true;
  }, [notices]);
  return element;
}
