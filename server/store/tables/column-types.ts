/** Column types for select, insert and update. */
import type { ColumnType } from "kysely";
import type { Cause } from "#lib/causes.ts";
import type { ErrorCode } from "#lib/error-codes.ts";

export type Time = ColumnType<Date, Date, Date>;
export type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
export type OptionalCause = ColumnType<Cause | null, Cause | null | undefined, Cause | null>;
export type OptionalErrorCode = ColumnType<ErrorCode | null, ErrorCode | null | undefined, ErrorCode | null>;
export type OptionalText = ColumnType<string | null, string | null | undefined, string | null>;
