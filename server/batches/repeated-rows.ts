import { sql } from "kysely";

/** Of a row that repeats another payout, or a row above, and has no reason for it. */
export const REPEATED = sql<boolean>`(faults @> '[{"code": "repeated_row"}]' or faults @> '[{"code": "duplicate_suspected"}]')`;
