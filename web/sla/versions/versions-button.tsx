import { History } from "lucide-react";
import { type ReactNode, useState } from "react";
import { countText, dateAndTime } from "#web/lib/format.ts";
import { useTimeZone } from "#web/lib/time-zone.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { VERSION_MESSAGES as MESSAGES } from "./messages.ts";

export type Versioned = {
  name: string;
  /** The number of the newest. */
  version: number;
  versions: readonly { number: number; created_at: string; created_by_fullname: string | null }[];
};

/** To the page of a version: without a number to the newest. */
export type VersionLink = {
  search: { version?: number };
  onClick: () => void;
  children: ReactNode;
};

type Props = { of: Versioned; renderLink: (link: VersionLink) => ReactNode };

/** Opens the list of all versions, each of which can be read. */
export function VersionsButton({ of: { name, version: newest, versions }, renderLink }: Props) {
  useTimeZone();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="ghost" icon={<History className="icon" />} onClick={() => setOpen(true)}>
        {MESSAGES.versions}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={MESSAGES.versionsOf(name)}
        description={MESSAGES.versionsHint}
      >
        <ul className="version-list">
          {versions.map(({ number, created_at, created_by_fullname }) => (
            <li key={number}>
              {renderLink({
                search: number === newest ? {} : { version: number },
                onClick: () => setOpen(false),
                children: (
                  <>
                    <span className="weight-medium">{MESSAGES.name(countText(number))}</span>
                    {number === newest && <Badge>{MESSAGES.newest}</Badge>}
                    <span className="text-tiny muted">
                      {MESSAGES.savedBy(dateAndTime(created_at), created_by_fullname)}
                    </span>
                  </>
                ),
              })}
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
