import type { ColumnType } from "kysely";

/** Read as Date; written as Date. */
export type Moment = ColumnType<Date, Date, Date>;
export type MomentOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** A moment the database fills in when it is not given. */
export type Stamped = ColumnType<Date, Date | undefined, Date>;
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** JSON is written as text, read parsed. */
export type Json = ColumnType<unknown, string | null | undefined, string | null>;
/** int8: read as a number (exact up to 2^53). */
export type Big = ColumnType<number, number, number>;
