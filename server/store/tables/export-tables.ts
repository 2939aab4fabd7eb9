/** The tables of large exports, as Kysely sees them. */
import type { Generated } from "kysely";
import type { ExportState } from "#lib/contracts/background-export.ts";

export interface BackgroundExportTable {
	id: string;
	member_id: string;
	address: string;
	state: ExportState;
	tries: Generated<number>;
	file_name: string | null;
	content_type: string | null;
	rows_written: Generated<string>;
	total_rows: string | null;
	bytes: Generated<string>;
	requested_at: Date;
	progressed_at: Generated<Date>;
	finished_at: Date | null;
	kept_until: Date | null;
}

export interface BackgroundExportPartTable {
	export_id: string;
	place: number;
	bytes: Buffer;
}
