import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { ticketQuery } from "./ticket-query.ts";

/** Time that the pointer rests on a link before its ticket is fetched, in ms: passing over costs nothing. */
const INTENT_MS = 80;

/** Handlers for a link that fetch its ticket ahead of the click; one that is here and fresh is not asked for again. */
export function usePreload(id: string) {
  const client = useQueryClient();
  const timer = useRef<number | undefined>(undefined);
  const load = () => void client.prefetchQuery({ ...ticketQuery(id), retry: false });
  const forget = () => window.clearTimeout(timer.current);
  const wait = () => {
    forget();
    timer.current = window.setTimeout(load, INTENT_MS);
  };
  return {
    onPointerEnter: wait,
    onPointerLeave: forget,
    onPointerDown: load,
    onFocus: wait,
    onBlur: forget,
  };
}
