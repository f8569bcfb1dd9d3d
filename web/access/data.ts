import { queryOptions } from "@tanstack/react-query";
import { settingsKeys } from "#contract/query-keys.ts";
import { type Permission, ROLES, type RoleName } from "#contract/access/permissions.ts";
import type { Access, Level, Operation } from "#contract/access-matrix/access-matrix.ts";
import { roleLabel } from "#contract/labels.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { permissionLabel } from "#web/roles/role-and-permission-texts.ts";
import { ACCESS_MESSAGES as MESSAGES } from "./messages.ts";

/** The six roles, and having none. */
export const COLUMNS: readonly (RoleName | null)[] = [...ROLES.map(({ name }) => name), null];

export type Row = {
  name: string;
  feature: Operation["feature"];
  label: string;
  /** The permissions that it requires, as a sentence. */
  needs: string;
  /** In the order of `COLUMNS`. */
  cells: readonly Cell[];
};
export type Cell = {
  role: string;
  level: Level;
  /** The conditions on the right; empty if there are none. */
  narrowed: string;
};

const accessMatrix = lazyLoad(() => import("#contract/access-matrix/access-matrix.ts"));

/** Every operation with what each role may of it. The rules are loaded when somebody looks. */
export const accessQuery = queryOptions({
  queryKey: settingsKeys.access(),
  queryFn: async (): Promise<Row[]> => {
    const { listOperations, accessOfRole, requiredPermissions } = await accessMatrix();
    return listOperations().map((operation) => ({
      name: operation.name,
      feature: operation.feature,
      label: operation.label,
      needs: needsText(operation.policy, requiredPermissions(operation)),
      cells: COLUMNS.map((role) => cellOf(operation, role, accessOfRole(operation, role))),
    }));
  },
  staleTime: Number.POSITIVE_INFINITY,
});

function cellOf({ on }: Operation, role: RoleName | null, { level, limits }: Access): Cell {
  const reach = level === "own" || level === "own company" ? [MESSAGES.reach[on][level]] : [];
  return {
    role: role === null ? MESSAGES.noRole : roleLabel(role),
    level,
    narrowed: [...reach, ...limits.map((limit) => MESSAGES.limits[limit])].join(", "),
  };
}

function needsText(policy: Operation["policy"], permissions: Permission[]): string {
  if (policy === "public") return MESSAGES.everybody;
  if (policy === "signed") return MESSAGES.signed;
  if (permissions.length === 0) return MESSAGES.signedIn;
  return MESSAGES.needs(permissions.map((key) => permissionLabel(key)).join(MESSAGES.or));
}

/** The rows whose operation, feature or permissions contain every word of the search. */
export function filterRows(rows: readonly Row[], search: string): Row[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ feature, label, needs }) => {
    const line = `${MESSAGES.features[feature]} ${label} ${needs}`.toLowerCase();
    return words.every((word) => line.includes(word));
  });
}

/** Features by importance to the desk; those of every account come last. */
const FEATURE_ORDER: readonly Operation["feature"][] = [
  "tickets",
  "comments",
  "scheduled",
  "drafts",
  "uploads",
  "users",
  "roles",
  "companies",
  "groups",
  "tags",
  "inbox",
  "links",
  "incidents",
  "merges",
  "views",
  "replies",
  "macros",
  "checklists",
  "calendars",
  "dashboard",
];

function place(feature: Operation["feature"]): number {
  return FEATURE_ORDER.includes(feature) ? FEATURE_ORDER.indexOf(feature) : FEATURE_ORDER.length;
}

export function groupByFeature(rows: readonly Row[]): [Operation["feature"], Row[]][] {
  return [...Map.groupBy(rows, ({ feature }) => feature)].toSorted(([a], [b]) => place(a) - place(b));
}
