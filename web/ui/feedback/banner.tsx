import { CircleAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

type Props = { tone: "danger" | "warning"; title: string; children?: ReactNode; action?: ReactNode };

/** A message above the content it concerns. */
export function Banner({ tone, title, children, action }: Props) {
  return (
    <div className={`banner ${tone}`} role={tone === "danger" ? "alert" : "note"}>
      {tone === "danger" ? <CircleAlert className="icon" /> : <TriangleAlert className="icon" />}
      <div>
        <b>{title}</b>
        {children && <span>{children}</span>}
      </div>
      {action && <div className="actions">{action}</div>}
    </div>
  );
}
