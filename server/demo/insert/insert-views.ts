import type { View } from "#contract/views.ts";
import type { Db } from "#server/lib/request-context.ts";
import type { SeededRandom } from "#server/lib/seeded-random.ts";
import type { Directory } from "./insert-people.ts";
import type { TeamKey } from "../stories/story.ts";

type DemoView = {
  name: string;
  owner: string;
  team?: TeamKey;
  query: (people: Directory) => View["query"];
  columns?: View["columns"];
};

const VIEWS: readonly DemoView[] = [
  {
    name: "Active in Support",
    owner: "Maren Solberg",
    team: "support",
    query: ({ teams }) => ({ active: true, group_id: teams.get("support") }),
  },
  { name: "Waiting for a client", owner: "Lena Fischer", query: () => ({ status: "pending" }) },
  {
    name: "Backup and restore",
    owner: "Lena Fischer",
    query: () => ({ tag: "backup" }),
    columns: ["status", "priority", "assignee", "company", "tags", "updated"],
  },
  { name: "Urgent", owner: "Rafael Monteiro", query: () => ({ active: true, priority: "urgent" }) },
];

/** What Idris has pinned beside what is pinned for all. */
const PINNED = ["mine", "unassigned", "Active in Support", "Waiting for a client", "Backup and restore"];

const DAYS = 40 * 24 * 3_600_000;

/** Inserts views for a team and for all staff, of which an agent has pinned some. */
export async function insertViews(db: Db, people: Directory, dice: SeededRandom, now: Date): Promise<void> {
  const made = new Date(now.getTime() - DAYS);
  const idOf = (fullname: string) => people.staff.find((person) => person.fullname === fullname)?.id ?? "";
  const rows = VIEWS.map((view) => ({ id: dice.id(), ...view }));
  await db
    .insertInto("views")
    .values(
      rows.map(({ id, name, owner, team, query, columns }) => ({
        id,
        name,
        audience: team ? ("team" as const) : ("everyone" as const),
        group_id: team ? people.teams.get(team) : null,
        owner_id: idOf(owner),
        query: JSON.stringify(query(people)),
        sort: null,
        sort_order: null,
        columns: columns ?? null,
        created_at: made,
        updated_at: made,
      })),
    )
    .execute();
  const keys = PINNED.map((name) => rows.find((row) => row.name === name)?.id ?? name);
  await db
    .insertInto("view_pins")
    .values(
      keys.map((view_key, position) => ({
        user_id: idOf("Idris Okafor"),
        view_key,
        position,
        is_default: false,
      })),
    )
    .execute();
}
