import { CloudOff, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { UI_MESSAGES } from "../messages.ts";

/** Says what failed, then why if known, then the way out. */
export function ErrorState({
  title,
  children,
  onRetry,
  isPage,
}: {
  title: string;
  children?: ReactNode;
  onRetry?: () => void;
  /** In place of a whole page: the title is the page's. */
  isPage?: boolean;
}) {
  const Title = isPage ? "h1" : "h2";
  return (
    <div className="empty-state tall" role="alert">
      <span className="danger-icon">
        <CloudOff className="icon large" />
      </span>
      <Title>{title}</Title>
      {children && <p>{children}</p>}
      {onRetry && (
        <div className="flex-row actions">
          <Button icon={<RotateCw className="icon" />} onClick={onRetry}>
            {UI_MESSAGES.tryAgain}
          </Button>
        </div>
      )}
    </div>
  );
}
