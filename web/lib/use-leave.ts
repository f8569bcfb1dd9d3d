import { useEffect, useRef } from "react";

/** Calls the newest `leave` once what uses it goes from the screen. */
export function useLeave(leave: () => void): void {
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => () => latest.current(), []);
}
