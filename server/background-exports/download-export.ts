import { requirePermission } from "#server/access/require-permission.ts";
import { RIGHT_TO_EXPORT, readExportAddress } from "#server/background-exports/export-address.ts";
import { selectOwn } from "#server/background-exports/list-exports.ts";
import type { Context, SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { ExportFile } from "#server/exports/export-file.ts";
import { recordAudit } from "#server/store/audit-log.ts";

/**
 * Returns one of the member's own finished files. The audit log records the download before its first byte. `ask`: only checks
 * whether the download is possible. Throws forbidden, not_found, `step_up_needed`.
 */
export async function downloadExport(
	context: Context,
	{ id, ask }: { id: string; ask?: "1" | undefined },
): Promise<ExportFile> {
	requirePermission(context, "payment.read");
	const row = await selectOwn(context).where("id", "=", id).where("state", "=", "ready").executeTakeFirst();
	if (!row?.file_name || !row.content_type) throw new AppError("not_found", "no such file, or it is not ready");
	const { file_name: fileName, content_type: contentType, bytes } = row;
	requirePermission(context, RIGHT_TO_EXPORT[readExportAddress(row.address).list]);
	await context.presence.requireFresh(context.database, "export");
	const file = { fileName, contentType, chunks: readParts(context, id, Number(bytes)), askedOnly: ask !== undefined };
	if (ask) return file;
	await context.database.transaction().execute((trx) =>
		recordAudit(trx, {
			...{ at: context.clock.now(), memberId: context.member.id, action: "export.downloaded" },
			...{ subjectKind: "export", subjectId: id, details: { name: fileName } },
		}),
	);
	return file;
}

/** Throws when parts are missing, so that the download fails. */
async function* readParts({ database }: SystemContext, id: string, expected: number): AsyncGenerator<Uint8Array> {
	let read = 0;
	for (let place = 0; read < expected; place += 1) {
		const { bytes } = await database
			.selectFrom("background_export_part")
			.select("bytes")
			.where("export_id", "=", id)
			.where("place", "=", place)
			.executeTakeFirstOrThrow();
		read += bytes.length;
		yield bytes;
	}
}
