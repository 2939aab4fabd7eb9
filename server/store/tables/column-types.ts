/** Column types for select, insert and update. A column with a default is `Generated`. */
import type { ColumnType } from "kysely";

/** A column that may be null, and is null when an insert leaves it out. */
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
export type Time = ColumnType<Date, Date, Date>;
export type OptionalTime = Optional<Date>;
export type OptionalText = Optional<string>;
