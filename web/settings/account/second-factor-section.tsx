import { useQuery } from "@tanstack/react-query";
import { KeyRound, ShieldOff, Smartphone } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type SecondFactor, secondFactorQuery } from "#web/auth/second-factor/data.ts";
import { FACTOR_MESSAGES as MESSAGES } from "#web/auth/second-factor/messages.ts";
import { shortDate } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { FetchedList } from "../fetched-list.tsx";
import { SecondFactorDialog, type FactorDialog } from "./second-factor-dialogs.tsx";
import { Section } from "../section.tsx";

/** A code after the password: set up, moved to another phone, turned off. */
export function SecondFactorSection() {
  const query = useQuery(secondFactorQuery);
  const [dialog, setDialog] = useState<FactorDialog | null>(null);
  return (
    <Section id="second-factor" title={MESSAGES.title} caption={MESSAGES.caption}>
      <FetchedList query={query} failed={MESSAGES.failedToFetch}>
        {(factor) => <Rows factor={factor} onOpen={setDialog} />}
      </FetchedList>
      {dialog && <SecondFactorDialog kind={dialog} onClose={() => setDialog(null)} />}
    </Section>
  );
}

type RowsProps = { factor: SecondFactor; onOpen: (dialog: FactorDialog) => void };

function Rows({ factor, onOpen }: RowsProps) {
  if (!factor.is_on || factor.since === null) {
    return (
      <Row icon={<Smartphone className="icon subtle" />} name={MESSAGES.off} details={MESSAGES.offHint}>
        <Button look="primary" onClick={() => onOpen("setup")}>
          {MESSAGES.setUp}
        </Button>
      </Row>
    );
  }
  const { since, recovery_codes_left: left, is_required } = factor;
  return (
    <>
      <Row
        icon={<Smartphone className="icon subtle" />}
        name={MESSAGES.app}
        details={MESSAGES.since(shortDate(since))}
      >
        <Button size="small" onClick={() => onOpen("setup")}>
          {MESSAGES.changeApp}
        </Button>
      </Row>
      <Row
        icon={<KeyRound className="icon subtle" />}
        name={MESSAGES.codes}
        details={
          left <= FEW ? <Badge tone="warning">{MESSAGES.codesLeft(left)}</Badge> : MESSAGES.codesLeft(left)
        }
      >
        <Button size="small" onClick={() => onOpen("codes")}>
          {MESSAGES.newCodes}
        </Button>
      </Row>
      <Row
        icon={<ShieldOff className="icon subtle" />}
        name={MESSAGES.turnOff}
        details={is_required ? MESSAGES.required : MESSAGES.turnOffHint}
      >
        <Button size="small" look="danger-quiet" disabled={is_required} onClick={() => onOpen("off")}>
          {MESSAGES.turnOff}
        </Button>
      </Row>
    </>
  );
}

/** Number of codes at which it is time for new ones. */
const FEW = 2;

type RowProps = { icon: ReactNode; name: string; details: ReactNode; children: ReactNode };

function Row({ icon, name, details, children }: RowProps) {
  return (
    <li>
      {icon}
      <span className="grow">
        <span className="weight-medium">{name}</span>
        <span className="text-tiny subtle">{details}</span>
      </span>
      {children}
    </li>
  );
}
