import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { previewRemoval, type Removal, removeSamples, samplesQuery } from "../beginning/data.ts";
import { SAMPLES_WORDS as WORDS } from "../beginning/words.ts";
import { countText } from "../lib/format.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Section } from "./section.tsx";

/** Takes the demo away, after saying exactly what goes; nothing where there is no sample data. */
export function SamplesSection() {
  const { data: left } = useQuery(samplesQuery);
  const [isCounting, setCounting] = useState(false);
  const [asked, setAsked] = useState<Removal | null>(null);
  async function ask() {
    setCounting(true);
    setAsked(await previewRemoval().catch(() => null));
    setCounting(false);
  }
  if (!left || Object.values(left).every((n) => n === 0)) return null;
  return (
    <Section id="samples" title={WORDS.title} caption={WORDS.caption}>
      <div className="row between wrap">
        <div>
          <b className="m">
            {WORDS.left(countText(left.tickets), countText(left.companies), countText(left.people))}
          </b>
          <p className="sm muted">{WORDS.leftHint}</p>
        </div>
        <Button look="danger-quiet" busy={isCounting} onClick={() => void ask()}>
          {WORDS.remove}
        </Button>
      </div>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={WORDS.sure}
        description={asked && <Consequences removal={asked} />}
        act={WORDS.act}
        busyLabel={WORDS.removing}
        onConfirm={removeSamples}
      />
    </Section>
  );
}

function Consequences({ removal: { removed, kept, keeps_own_account } }: { removal: Removal }) {
  return (
    <>
      {WORDS.goes}
      <Counts
        lines={[
          [removed.tickets, WORDS.tickets],
          [removed.companies, WORDS.companies],
          [removed.people, WORDS.people],
          [removed.teams, WORDS.teams],
          [removed.mails, WORDS.mails],
        ]}
      />
      {Object.values(kept).some((n) => n > 0) && WORDS.stays}
      <Counts
        lines={[
          [kept.tickets, WORDS.keptTickets],
          [kept.companies, WORDS.keptCompanies],
          [kept.people, WORDS.keptPeople],
          [kept.teams, WORDS.keptTeams],
          [kept.adopted, WORDS.keptAdopted],
        ]}
      />
      {keeps_own_account && <b className="own">{WORDS.stayOwn}</b>}
    </>
  );
}

/** Spans, since a dialog's description is a paragraph. */
function Counts({ lines }: { lines: [n: number, words: (n: string) => string][] }) {
  return (
    <span className="counts">
      {lines
        .filter(([n]) => n > 0)
        .map(([n, words]) => (
          <span key={words("")}>{words(countText(n))}</span>
        ))}
    </span>
  );
}
