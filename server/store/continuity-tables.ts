/** Signs of life, and wallets that must be read before a payout leaves, as Kysely sees them; the others are in tables.ts. */
import type { ColumnType } from "kysely";
import type { OldWalletFinding, WalletFinding } from "#lib/contracts/wallet-witness.ts";
import type { OptionalErrorCode, OptionalText, OptionalTime, Time } from "#server/store/column-types.ts";

export interface WorkerTable {
	id: string;
	started_at: Time;
	seen_at: Time;
	/** The newest look and line that the database had then. */
	look_id: OptionalText;
	movement_id: OptionalText;
	/** It knows this database from outside of it, and is not new here itself. */
	knows_database: ColumnType<boolean, boolean | undefined, boolean>;
}

export interface ContinuityGapTable {
	environment: string;
	currency: string;
	/** The last sign of life before; null when there never was one. */
	since: OptionalTime;
	/** The newest look and line known at that time. */
	look_id: OptionalText;
	movement_id: OptionalText;
	cause: "start" | "pause" | "clock" | "went_back";
	detected_at: Time;
	/** What was asked for after this event cannot have left before. */
	event_id: string;
	tries: ColumnType<number, number | undefined, number>;
	retry_at: ColumnType<Date, Date | undefined, Date>;
	/** Why the wallet could not be read at the last try. */
	fault: OptionalErrorCode;
	/** Read by `readKeptHearing` (server/continuity/kept-hearing.ts), which tells the older ones. */
	finding: ColumnType<WalletFinding | OldWalletFinding | null, string | null | undefined, string | null>;
	version: ColumnType<number, number | undefined, number>;
}
