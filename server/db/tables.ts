import type { CalendarTables } from "./tables/calendars.ts";
import type { TicketTables } from "./tables/tickets.ts";
import type { CounterTables } from "./tables/counters.ts";
import type { InstallationTables } from "./tables/installation.ts";
import type { MailTables } from "./tables/mail.ts";
import type { PeopleTables } from "./tables/people.ts";
import type { ReplyTables } from "./tables/replies.ts";
import type { SendingTables } from "./tables/sending.ts";
import type { ServiceLevelTables } from "./tables/service-levels.ts";
import type { SignInTables } from "./tables/sign-in.ts";

/**
 * The whole data model as rows; one file an area, the owning feature named at each table
 * (`test/architecture.test.ts` reads these names: only the owner writes). docs/data-model.md draws it.
 */
export type Tables = PeopleTables &
  SignInTables &
  TicketTables &
  ReplyTables &
  CalendarTables &
  ServiceLevelTables &
  SendingTables &
  CounterTables &
  InstallationTables &
  MailTables;
