/** Columns as they come, go in and are changed. */
import type { ColumnType } from "kysely";

export type Time = ColumnType<Date, Date, Date>;
export type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
export type OptionalText = ColumnType<string | null, string | null | undefined, string | null>;
