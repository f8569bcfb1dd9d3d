import type { DeskTables } from "./tables/tickets.ts";
import type { FigureTables } from "./tables/counters.ts";
import type { HouseTables } from "./tables/instance.ts";
import type { PeopleTables } from "./tables/people.ts";
import type { SigningInTables } from "./tables/sign-in.ts";

/**
 * The whole data model as rows; one file an area, the owning room named at each table
 * (`test/shape.test.ts` reads these names: only the owner writes). docs/data-model.md draws it.
 */
export type Tables = PeopleTables & SigningInTables & DeskTables & FigureTables & HouseTables;
