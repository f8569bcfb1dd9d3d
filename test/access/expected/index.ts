import type { Table } from "../expected-status.ts";
import { calendars } from "./calendars.ts";
import { checklists } from "./checklists.ts";
import { comments } from "./comments.ts";
import { companies } from "./companies.ts";
import { groups } from "./groups.ts";
import { incoming } from "./incoming.ts";
import { inbox } from "./inbox.ts";
import { incidents } from "./incidents.ts";
import { links } from "./links.ts";
import { merges } from "./merges.ts";
import { mailboxes } from "./mailboxes.ts";
import { sending } from "./sending.ts";
import { settingsAndPublic } from "./settings-and-public.ts";
import { sla } from "./sla.ts";
import { replies } from "./replies.ts";
import { roles } from "./roles.ts";
import { tags } from "./tags.ts";
import { tickets } from "./tickets.ts";
import { users } from "./users.ts";
import { views } from "./views.ts";

/** The expected statuses of every endpoint, written from docs/rules.md; the server's own rules are not asked. */
export const TABLE: Table = {
  ...tickets,
  ...tags,
  ...incidents,
  ...links,
  ...merges,
  ...views,
  ...replies,
  ...calendars,
  ...sla,
  ...checklists,
  ...comments,
  ...sending,
  ...users,
  ...roles,
  ...companies,
  ...groups,
  ...inbox,
  ...incoming,
  ...mailboxes,
  ...settingsAndPublic,
};
