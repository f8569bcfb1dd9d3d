import { CloudOff, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { UI_WORDS } from "./words.ts";

/** Says what failed, then why if known, then the way out. */
export function ErrorState({
  title,
  children,
  onRetry,
}: {
  title: string;
  children?: ReactNode;
  onRetry?: () => void;
}) {
  return (
    <div className="empty tall" role="alert">
      <span className="dico">
        <CloudOff className="i l" />
      </span>
      <h3>{title}</h3>
      {children && <p>{children}</p>}
      {onRetry && (
        <div className="row acts">
          <Button icon={<RotateCw className="i" />} onClick={onRetry}>
            {UI_WORDS.tryAgain}
          </Button>
        </div>
      )}
    </div>
  );
}
