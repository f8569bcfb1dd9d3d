import { createLink } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { DUE_STATE_LABELS } from "#contract/sla/messages.ts";
import type { ReplyOf } from "#web/lib/api/api-client.ts";
import { countText } from "#web/lib/format.ts";
import { ClockGlyph } from "../clock-glyph.tsx";
import { FIGURE_MESSAGES as MESSAGES } from "./messages.ts";
import { shareText } from "./share-text.ts";
import "#web/styles/due.css";

type Figures = NonNullable<ReplyOf<"GET /dashboard/metrics">["sla"]>;

/** How service levels stand now, each with what it counted; the share of this month leads to the report. */
export function ServiceLevelLedger({ figures, hasReport }: { figures: Figures; hasReport: boolean }) {
  const { met_this_month: met, missed_this_month: missed } = figures;
  const share = (
    <>
      {shareText({ met, missed }) ?? MESSAGES.none}{" "}
      {met + missed > 0 && <small>{MESSAGES.metOf(countText(met), countText(met + missed))}</small>}
    </>
  );
  const name = (
    <>
      <ClockGlyph standing="met" used={1} />
      {MESSAGES.metThisMonth}
    </>
  );
  return (
    <section className="card ledger" aria-label={MESSAGES.title}>
      {(["overdue", "due_soon", "paused"] as const).map((sla) => (
        <Figure
          key={sla}
          to="/tickets"
          search={{ sla }}
          name={
            <>
              <ClockGlyph standing={sla} used={0.85} />
              {DUE_STATE_LABELS[sla]}
            </>
          }
        >
          {countText(figures[sla])}
        </Figure>
      ))}
      {hasReport ? (
        <Figure to="/reports" search={{}} name={name}>
          {share}
        </Figure>
      ) : (
        <div className="figure">
          <Words name={name}>{share}</Words>
        </div>
      )}
    </section>
  );
}

type FigureProps = ComponentProps<"a"> & { name: ReactNode };

function FigureAnchor({ name, children, ...rest }: FigureProps) {
  return (
    <a {...rest} className="figure">
      <Words name={name}>{children}</Words>
    </a>
  );
}

function Words({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <span className="figure-name">{name}</span>
      <span className="figure-value">{children}</span>
    </>
  );
}

const Figure = createLink(FigureAnchor);
