import type { BackgroundExports } from "#lib/contracts/background-export.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import { readExportAddress } from "#server/background-exports/export-address.ts";
import type { Context } from "#server/context.ts";

/** Selects the member's own exports that have not expired. `kept_until` is null until the file is written or has failed. */
export function selectOwn({ database, clock, member }: Context) {
	return database
		.selectFrom("background_export")
		.selectAll()
		.where("member_id", "=", member.id)
		.where((of) => of.or([of("kept_until", "is", null), of("kept_until", ">", clock.now())]));
}

/** Lists the member's own exports that have not expired, newest first. */
export async function listExports(context: Context): Promise<BackgroundExports> {
	requirePermission(context, "payment.read");
	const rows = await selectOwn(context).orderBy("id", "desc").execute();
	return {
		items: rows.map((row) => {
			const { list, currency } = readExportAddress(row.address);
			return {
				...{ id: row.id, list, currency, state: row.state, fileName: row.file_name },
				rows: Number(row.rows_written),
				total: row.total_rows === null ? null : Number(row.total_rows),
				bytes: Number(row.bytes),
				requestedAt: row.requested_at.toISOString(),
				keptUntil: row.kept_until?.toISOString() ?? null,
			};
		}),
	};
}
