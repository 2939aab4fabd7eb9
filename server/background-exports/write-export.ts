import { sql } from "kysely";
import { EXPORT_KEPT_DAYS } from "#lib/contracts/background-export.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };
import { openExport, readExportAddress } from "#server/background-exports/export-address.ts";
import type { Actor, Context, SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { ExportFile } from "#server/exports/export-file.ts";
import type { ExportLabels } from "#server/exports/export-labels.ts";
import { notifyMember } from "#server/notices/notify-member.ts";
import type { Database } from "#server/store/database.ts";

const LABELS: Record<Locale, ExportLabels> = { en, fr };
const PART_BYTES = 512 * 1024;
/** If a try has made no progress for this long, its worker is considered dead. */
const LOST_AFTER = "60 seconds";
const MOST_TRIES = 3;

interface Claimed {
	id: string;
	tries: number;
	member_id: string;
	address: string;
}

/**
 * Writes the oldest export that waits, whose worker died, or whose bytes the database has lost. Several workers may write different
 * exports at once. After `ending` is aborted, the writing stops at the next chunk and the export waits again.
 */
export async function writeNextExport(system: SystemContext, ending: AbortSignal): Promise<void> {
	const claimed = await claim(system);
	if (claimed === undefined) return;
	try {
		if (claimed.tries > MOST_TRIES) throw new Error("every try lost its worker");
		const file = await openExport(await contextOf(system, claimed), readExportAddress(claimed.address), labelsIn);
		const { fileName: file_name, contentType: content_type, total = null } = file;
		await updateTry(system.database, claimed)
			.set({ file_name, total_rows: total === null ? null : String(total) })
			.execute();
		if (await writeParts(system, claimed, file, ending)) await finish(system, claimed, { file_name, content_type });
	} catch (error) {
		system.log.error({ event: "export_not_written", export: claimed.id, err: error });
		// After a temporary fault, such as an unreachable database, the export is tried again in a minute.
		if (error instanceof AppError || claimed.tries >= MOST_TRIES) await finish(system, claimed, null);
	}
}

function labelsIn(locale: Locale): ExportLabels {
	return LABELS[locale];
}

async function claim({ database, clock }: SystemContext): Promise<Claimed | undefined> {
	const { rows } = await sql<Claimed>`
		update background_export as export
		set state = 'writing', tries = case state when 'ready' then 1 else tries + 1 end, rows_written = 0, total_rows = null, bytes = 0,
			progressed_at = now()
		where id = (
			select id from background_export as next
			where state = 'waiting' or (state = 'writing' and progressed_at < now() - ${LOST_AFTER}::interval)
				or (state = 'ready' and kept_until > ${clock.now()}
					and not exists (select from background_export_part where export_id = next.id and place = 0))
			order by requested_at limit 1 for update skip locked)
		returning id, tries, member_id, address`.execute(database);
	return rows[0];
}

/** Acts with the member's current role, without a step-up: the request required one, and the download requires another. */
async function contextOf(system: SystemContext, { member_id }: Claimed): Promise<Context> {
	const member: Actor = await system.database
		.selectFrom("member")
		.select(["id", "name", "email", "role"])
		.where("id", "=", member_id)
		.where("disabled_at", "is", null)
		.executeTakeFirstOrThrow(() => new AppError("forbidden", "the member was disabled"));
	const spend = () => Promise.reject(new Error("an export spends no proof"));
	return { ...system, member, presence: { requireFresh: () => Promise.resolve(), spend } };
}

/** Returns false if another worker took the export over, the member removed it, or `ending` was aborted. */
async function writeParts(
	system: SystemContext,
	claimed: Claimed,
	file: ExportFile,
	ending: AbortSignal,
): Promise<boolean> {
	await system.database.deleteFrom("background_export_part").where("export_id", "=", claimed.id).execute();
	const { chunks, progress } = file;
	let waiting: Uint8Array[] = [];
	let size = 0;
	let place = 0;
	const write = async () => {
		const part = { bytes: Buffer.concat(waiting), place, rows: progress?.rows ?? 0 };
		[waiting, size, place] = [[], 0, place + 1];
		return addPart(system, claimed, part);
	};
	try {
		for await (const chunk of chunks) {
			if (ending.aborted) {
				await giveBack(system, claimed);
				return false;
			}
			waiting.push(chunk);
			size += chunk.length;
			if (size >= PART_BYTES && !(await write())) return false;
		}
		return await write();
	} finally {
		await chunks.return(undefined);
	}
}

interface Part {
	bytes: Buffer;
	place: number;
	rows: number;
}

/** Returns false, and writes nothing, if another try has replaced this try or the export was removed. */
function addPart({ database }: SystemContext, claimed: Claimed, { bytes, place, rows }: Part): Promise<boolean> {
	return database.transaction().execute(async (trx) => {
		const { numUpdatedRows } = await updateTry(trx, claimed)
			.set({ rows_written: String(rows), bytes: sql`bytes + ${bytes.length}`, progressed_at: sql`now()` })
			.executeTakeFirst();
		if (numUpdatedRows === 0n) return false;
		await trx.insertInto("background_export_part").values({ export_id: claimed.id, place, bytes }).execute();
		return true;
	});
}

/** Ends the try and notifies the member in the same commit. `written`: null if no file was made. */
async function finish(
	{ database, clock }: SystemContext,
	claimed: Claimed,
	written: { file_name: string; content_type: string } | null,
): Promise<void> {
	const at = clock.now();
	const kept_until = new Date(at.getTime() + EXPORT_KEPT_DAYS * 86_400_000);
	await database.transaction().execute(async (trx) => {
		const { numUpdatedRows } = await updateTry(trx, claimed)
			.set({ ...written, state: written ? "ready" : "failed", finished_at: at, kept_until })
			.executeTakeFirst();
		if (numUpdatedRows === 0n) return;
		const kind = written ? "export_ready" : "export_failed";
		await notifyMember(trx, { at, memberId: claimed.member_id, kind, details: { file: written?.file_name ?? "" } });
	});
}

async function giveBack({ database }: SystemContext, claimed: Claimed): Promise<void> {
	await updateTry(database, claimed)
		.set({ state: "waiting", tries: claimed.tries - 1 })
		.execute();
}

/** Updates the export only while this try is the newest. */
function updateTry(database: Database, { id, tries }: Claimed) {
	return database
		.updateTable("background_export")
		.where("id", "=", id)
		.where("tries", "=", tries)
		.where("state", "=", "writing");
}
