import { sql } from "kysely";
import { ulid } from "ulid";
import { MOST_EXPORTS } from "#lib/contracts/background-export.ts";
import { withPermission } from "#server/access/recheck-permission.ts";
import { openExport, RIGHT_TO_EXPORT, readExportAddress } from "#server/background-exports/export-address.ts";
import type { Context } from "#server/context.ts";
import type { LabelsIn } from "#server/exports/export-labels.ts";

/**
 * Asks for an export in the background; a worker begins and audits it within seconds. Only the member's newest `MOST_EXPORTS` are
 * kept. Throws the errors of the list's export: forbidden, `invalid_input`, `wallet_unknown`, conflict, `step_up_needed`.
 */
export async function requestExport(
	context: Context,
	{ address }: { address: string },
	labelsIn: LabelsIn,
): Promise<{ id: string }> {
	const asked = readExportAddress(address);
	await openExport(context, asked, labelsIn, "1");
	const at = context.clock.now();
	const id = ulid(at.getTime());
	const memberId = context.member.id;
	await withPermission(context, RIGHT_TO_EXPORT[asked.list], async (trx) => {
		await trx
			.insertInto("background_export")
			.values({ id, member_id: memberId, address, state: "waiting", requested_at: at })
			.execute();
		await sql`delete from background_export where member_id = ${memberId} and id not in (
			select id from background_export where member_id = ${memberId} order by id desc limit ${MOST_EXPORTS})`.execute(
			trx,
		);
	});
	return { id };
}
