import { useQuery } from "@tanstack/react-query";
import { KeyRound, ShieldOff, Smartphone } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type SecondFactor, secondFactorQuery } from "../auth/second-factor-data.ts";
import { FACTOR_WORDS as WORDS } from "../auth/second-factor-words.ts";
import { shortDate } from "../lib/format.ts";
import { Button } from "../ui/button.tsx";
import { Tag } from "../ui/tag.tsx";
import { FetchedList } from "./fetched-list.tsx";
import { SecondFactorDialog, type FactorDialog } from "./second-factor-dialogs.tsx";
import { Section } from "./section.tsx";

/** A code after the password: set up, moved to another phone, turned off. */
export function SecondFactorSection() {
  const query = useQuery(secondFactorQuery);
  const [dialog, setDialog] = useState<FactorDialog | null>(null);
  return (
    <Section id="second-factor" title={WORDS.title} caption={WORDS.caption}>
      <FetchedList query={query} failed={WORDS.failedToFetch}>
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
      <Row icon={<Smartphone className="i subtle" />} name={WORDS.off} facts={WORDS.offHint}>
        <Button look="primary" onClick={() => onOpen("setup")}>
          {WORDS.setUp}
        </Button>
      </Row>
    );
  }
  const { since, recovery_codes_left: left, is_required } = factor;
  return (
    <>
      <Row icon={<Smartphone className="i subtle" />} name={WORDS.app} facts={WORDS.since(shortDate(since))}>
        <Button size="sm" onClick={() => onOpen("setup")}>
          {WORDS.changeApp}
        </Button>
      </Row>
      <Row
        icon={<KeyRound className="i subtle" />}
        name={WORDS.codes}
        facts={left <= FEW ? <Tag tone="warn">{WORDS.codesLeft(left)}</Tag> : WORDS.codesLeft(left)}
      >
        <Button size="sm" onClick={() => onOpen("codes")}>
          {WORDS.newCodes}
        </Button>
      </Row>
      <Row
        icon={<ShieldOff className="i subtle" />}
        name={WORDS.turnOff}
        facts={is_required ? WORDS.required : WORDS.turnOffHint}
      >
        <Button size="sm" look="danger-quiet" disabled={is_required} onClick={() => onOpen("off")}>
          {WORDS.turnOff}
        </Button>
      </Row>
    </>
  );
}

/** So few codes that it is time for new ones. */
const FEW = 2;

type RowProps = { icon: ReactNode; name: string; facts: ReactNode; children: ReactNode };

function Row({ icon, name, facts, children }: RowProps) {
  return (
    <li>
      {icon}
      <span className="grow">
        <span className="m">{name}</span>
        <span className="xs subtle">{facts}</span>
      </span>
      {children}
    </li>
  );
}
