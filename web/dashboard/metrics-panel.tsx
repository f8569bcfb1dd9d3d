import { createLink } from "@tanstack/react-router";
import { Building2, Headset, TicketIcon, Timer, Users, UserX } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { countText } from "#web/lib/format.ts";
import { cx } from "#web/ui/class-names.ts";
import { StatusGlyph } from "#web/ui/status-badge.tsx";
import { Tip } from "#web/ui/overlay/tooltip.tsx";
import type { Metrics } from "./data.ts";
import { METRICS_MESSAGES as W } from "./messages.ts";

/** The eight figures, work first. Each says what it counts and leads to what it counted. */
export function MetricsPanel({
  metrics: { ticket_metrics: tickets, system_overview: desk },
}: {
  metrics: Metrics;
}) {
  const hours = tickets.avg_resolution_time_hours;
  return (
    <section className="card ledger" aria-label={W.keyFigures}>
      <Figure
        to="/tickets"
        search={{ status: "open" }}
        icon={<StatusGlyph status="open" />}
        name={W.open}
        means={W.openMeans}
      >
        {countText(tickets.open)}
      </Figure>
      <Figure
        to="/tickets"
        search={{ status: "in_progress" }}
        icon={<StatusGlyph status="in_progress" />}
        name={W.inProgress}
        means={W.inProgressMeans}
      >
        {countText(tickets.in_progress)}
      </Figure>
      <Figure
        to="/tickets"
        search={{ unassigned: true }}
        icon={<UserX className="icon" />}
        name={W.unassigned}
        means={W.unassignedMeans}
      >
        {countText(tickets.unassigned_count)}
      </Figure>
      <Figure
        to="/tickets"
        search={{ status: "closed" }}
        icon={<Timer className="icon" />}
        name={W.average}
        means={W.averageMeans}
      >
        {hours === null ? (
          W.notAvailable
        ) : (
          <>
            {countText(hours)}{" "}
            <small>
              {W.averageUnit(hours)} {W.median(countText(tickets.median_resolution_time_hours ?? 0))}
            </small>
          </>
        )}
      </Figure>
      <Figure to="/users" quiet icon={<Users className="icon" />} name={W.users} means={W.usersMeans}>
        {countText(desk.total_users)}{" "}
        <small>{W.usersSplit(countText(desk.internal_users), countText(desk.external_users))}</small>
      </Figure>
      <Figure
        to="/companies"
        quiet
        icon={<Building2 className="icon" />}
        name={W.companies}
        means={W.companiesMeans}
      >
        {countText(desk.total_companies)}
      </Figure>
      <Figure
        to="/tickets"
        search={{}}
        quiet
        icon={<TicketIcon className="icon" />}
        name={W.tickets}
        means={W.ticketsMeans}
      >
        {countText(tickets.total)}{" "}
        <small>{W.ticketsSplit(countText(tickets.total - tickets.closed), countText(tickets.closed))}</small>
      </Figure>
      <Figure to="/users" quiet icon={<Headset className="icon" />} name={W.staff} means={W.staffMeans}>
        {countText(desk.active_support_staff)}
      </Figure>
    </section>
  );
}

type FigureProps = ComponentProps<"a"> & {
  icon: ReactNode;
  name: string;
  means: string;
  /** Smaller: for what changes seldom. */
  quiet?: boolean;
};

function FigureAnchor({ icon, name, means, quiet, children, ...rest }: FigureProps) {
  return (
    <Tip text={means} side="bottom">
      <a {...rest} className={cx("figure", quiet && "quiet")}>
        <span className="figure-name">
          {icon}
          {name}
        </span>
        <span className="figure-value">{children}</span>
      </a>
    </Tip>
  );
}

const Figure = createLink(FigureAnchor);
