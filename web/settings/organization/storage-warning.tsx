import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ButtonLink } from "#web/ui/form/button-link.tsx";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { storageQuery } from "./data.ts";
import { RETENTION_MESSAGES as MESSAGES } from "./messages.ts";

const MINUTES_10 = 10 * 60_000;

/** Tells administrators on every page, until they put it away there, that the attachments will soon have no space left (rule 164). */
export function StorageWarning() {
  const { data } = useQuery({ ...storageQuery, staleTime: MINUTES_10, refetchInterval: MINUTES_10 });
  const [isHidden, setHidden] = useState(false);
  if (isHidden || !data?.is_nearly_full || data.limit_bytes === null) return null;
  return (
    <Banner
      tone="warning"
      title={MESSAGES.nearlyFull(data.bytes, data.limit_bytes)}
      action={
        <>
          <ButtonLink to="/settings/retention" size="small">
            {MESSAGES.toSettings}
          </ButtonLink>
          <IconButton label={MESSAGES.hide} onClick={() => setHidden(true)}>
            <X className="icon small" />
          </IconButton>
        </>
      }
    >
      {MESSAGES.nearlyFullHint}
    </Banner>
  );
}
