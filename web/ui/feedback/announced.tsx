import type { ReactNode } from "react";

/** A place for a message that comes later. There before its words are, which would not be announced else; empty it takes no room. */
export function Announced({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={children ? undefined : "visually-hidden"}>
      {children}
    </div>
  );
}
