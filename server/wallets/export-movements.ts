import type { Movement, MovementExportQuery } from "#lib/contracts/movement.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { businessTime } from "#server/wallets/business-time.ts";
import { readBatches, readMirrorEnd } from "#server/wallets/movement-batches.ts";
import { CSV_HEADER, csvLine } from "#server/wallets/movement-csv.ts";
import { demandSoundFilter } from "#server/wallets/movement-rows.ts";
import { XLSX_MAX_ROWS, xlsxStream } from "#server/wallets/movement-xlsx.ts";
import { demandWallet } from "#server/wallets/wallet-look.ts";

export interface MovementExport {
	fileName: string;
	contentType: string;
	/** Read as fast as the browser takes it; a cancelled download stops the reading. */
	chunks: AsyncGenerator<Uint8Array>;
}

/**
 * Exactly the rows that the filters let through, in the list's order, as the mirror stood when the export began. Throws
 * `wallet_unknown`, `invalid_input` (`format: too_many_rows` for a workbook that no spreadsheet program could open).
 */
export async function exportMovements(
	context: Context,
	input: MovementExportQuery & { currency: string },
): Promise<MovementExport> {
	demand(context, "movement.read");
	demandWallet(context, input.currency);
	demandSoundFilter(input);
	const { currency, format } = input;
	const mirror = await readMirrorEnd(context, currency);
	if (format === "xlsx" && mirror.rows > XLSX_MAX_ROWS) {
		throw new AppError("invalid_input", "too many rows for a sheet", { fields: { format: "too_many_rows" } });
	}
	await recordExport(context, input);
	const time = businessTime(context.config.timeZone);
	const batches = readBatches(context, input, mirror.lastId);
	const day = time.iso(context.clock.now().toISOString()).slice(0, 10);
	return {
		fileName: `movements-${currency}-${day}.${format}`,
		contentType:
			format === "csv"
				? "text/csv; charset=utf-8; header=present"
				: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
		chunks: format === "csv" ? csvChunks(batches, time) : xlsxStream(batches, time),
	};
}

async function* csvChunks(batches: AsyncIterable<Movement[]>, time: ReturnType<typeof businessTime>) {
	const encoder = new TextEncoder();
	yield encoder.encode(CSV_HEADER);
	for await (const batch of batches) {
		yield encoder.encode(batch.map((movement) => csvLine(movement, time)).join(""));
	}
}

async function recordExport(context: Context, { currency, ...view }: MovementExportQuery & { currency: string }) {
	const details = Object.entries(view).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
	await context.database.transaction().execute((trx) =>
		recordAudit(trx, {
			at: context.clock.now(),
			memberId: context.member.id,
			action: "movement.exported",
			subjectKind: "wallet",
			subjectId: currency,
			details: Object.fromEntries(details),
		}),
	);
}
