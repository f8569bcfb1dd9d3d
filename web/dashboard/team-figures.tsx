import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { hasPermission } from "#contract/access/actor.ts";
import { mayManageTeams } from "#contract/access/groups.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { countText } from "#web/lib/format.ts";
import { teamFiguresQuery, type TeamFigures } from "./data.ts";
import { TEAM_FIGURES_MESSAGES as W } from "./messages.ts";

/** The teams that one looks after, beside the whole desk; nothing for who looks after none (rule 67). */
export function TeamFiguresCard() {
  const actor = useActor();
  const isAsked = mayManageTeams(actor) || hasPermission(actor, "teams.manage_members");
  const { data } = useQuery({ ...teamFiguresQuery, enabled: isAsked });
  if (!data || data.teams.length === 0) return null;
  return (
    <section className="card">
      <header className="card-head line">
        <h2>{mayManageTeams(actor) ? W.titleAll : W.title}</h2>
      </header>
      <div className="table-frame">
        <table className="team-figures" aria-label={W.title}>
          <thead>
            <tr>
              <th scope="col">{W.team}</th>
              <th scope="col">{W.active}</th>
              <th scope="col" className="column-wide-only">
                {W.open}
              </th>
              <th scope="col" className="column-wide-only">
                {W.inProgress}
              </th>
              <th scope="col">{W.unassigned}</th>
              <th scope="col" className="column-wide-only" title={W.closedMeans(data.days)}>
                {W.closed}
              </th>
              <th scope="col" title={W.medianMeans(data.days)}>
                {W.median}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.teams.map(({ id, name, ...figures }) => (
              <tr key={id}>
                <th scope="row">
                  <Link to="/tickets" search={{ group_id: id }} className="truncate" title={name}>
                    {name}
                  </Link>
                </th>
                <Cells figures={figures} />
              </tr>
            ))}
            <tr className="whole">
              <th scope="row">{W.whole}</th>
              <Cells figures={data.whole} />
            </tr>
          </tbody>
        </table>
      </div>
      <p className="team-figures-note">{W.note(data.days)}</p>
    </section>
  );
}

function Cells({ figures }: { figures: TeamFigures["whole"] }) {
  const { median_resolution_time_hours: median } = figures;
  return (
    <>
      <td>{countText(figures.active)}</td>
      <td className="column-wide-only">{countText(figures.open)}</td>
      <td className="column-wide-only">{countText(figures.in_progress)}</td>
      <td>{countText(figures.unassigned)}</td>
      <td className="column-wide-only">{countText(figures.closed)}</td>
      <td>{median === null ? W.none : W.hours(countText(median))}</td>
    </>
  );
}
