import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { type Removal, samplesQuery, usePreviewRemoval, useRemoveSamples } from "#web/onboarding/data.ts";
import { SAMPLES_MESSAGES as MESSAGES } from "#web/onboarding/messages.ts";
import { countText } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { Section } from "../section.tsx";
import { ORGANIZATION_SECTIONS } from "../sections.ts";
import { useShownSections } from "../use-shown-sections.ts";

/** Takes the demo away, after saying exactly what goes. Without sample data there is no card, and its address leads to the others. */
export function SamplesSection() {
  const { data: left, isPending } = useQuery(samplesQuery);
  const isAlone = useShownSections(ORGANIZATION_SECTIONS).length === 1;
  const previewing = usePreviewRemoval();
  const removing = useRemoveSamples();
  const asked = previewing.data ?? null;
  if (isPending) return null;
  if (!left || Object.values(left).every((n) => n === 0))
    return isAlone ? <Navigate to="/settings/organization" replace /> : null;
  return (
    <Section id="samples" title={MESSAGES.title} caption={MESSAGES.caption}>
      <div className="flex-row between wrap">
        <div>
          <b className="weight-medium">
            {MESSAGES.left(countText(left.tickets), countText(left.companies), countText(left.people))}
          </b>
          <p className="text-small muted">{MESSAGES.leftHint}</p>
        </div>
        <Button look="danger-quiet" busy={previewing.isPending} onClick={() => previewing.mutate()}>
          {MESSAGES.remove}
        </Button>
      </div>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(isOpen) => !isOpen && previewing.reset()}
        title={MESSAGES.sure}
        description={asked && <ReplyEffectNote removal={asked} />}
        act={MESSAGES.act}
        busyLabel={MESSAGES.removing}
        onConfirm={() => removing.mutateAsync()}
      />
    </Section>
  );
}

function ReplyEffectNote({ removal: { removed, kept, keeps_own_account } }: { removal: Removal }) {
  return (
    <>
      {MESSAGES.goes}
      <Counts
        lines={[
          [removed.tickets, MESSAGES.tickets],
          [removed.companies, MESSAGES.companies],
          [removed.people, MESSAGES.people],
          [removed.teams, MESSAGES.teams],
          [removed.mails, MESSAGES.mails],
        ]}
      />
      {Object.values(kept).some((n) => n > 0) && MESSAGES.stays}
      <Counts
        lines={[
          [kept.tickets, MESSAGES.keptTickets],
          [kept.companies, MESSAGES.keptCompanies],
          [kept.people, MESSAGES.keptPeople],
          [kept.teams, MESSAGES.keptTeams],
          [kept.adopted, MESSAGES.keptAdopted],
        ]}
      />
      {keeps_own_account && <b className="own-account">{MESSAGES.stayOwn}</b>}
    </>
  );
}

/** Spans, since a dialog's description is a paragraph. */
function Counts({ lines }: { lines: [n: number, words: (n: string) => string][] }) {
  return (
    <span className="sample-counts">
      {lines
        .filter(([n]) => n > 0)
        .map(([n, words]) => (
          <span key={words("")}>{words(countText(n))}</span>
        ))}
    </span>
  );
}
