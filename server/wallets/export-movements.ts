import type { Movement, MovementExportQuery } from "#lib/contracts/movement.ts";
import type { MovementSort } from "#lib/movements/movement-sorts.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context, SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import {
	type ExportFile,
	exportDay,
	exportFile,
	FREE_ROWS,
	recordExport,
	requireExport,
} from "#server/exports/export-file.ts";
import type { ExportLabels, LabelsIn } from "#server/exports/export-labels.ts";
import { keysetPages } from "#server/exports/keyset-pages.ts";
import { movementCells, typeLabel } from "#server/exports/movement-cells.ts";
import type { Column } from "#server/exports/sheet.ts";
import { requireWallet } from "#server/wallets/balance-readings.ts";
import { type MovementFilter, placeOf, readRows } from "#server/wallets/movement-rows.ts";
import { isArriving, readSyncRow } from "#server/wallets/sync-row.ts";

/**
 * Exports the filtered rows in list order, as the mirror was when the export began. Throws `wallet_unknown`, `invalid_input`
 * (`format: too_many_rows` for a workbook that no spreadsheet program could open).
 */
export async function exportMovements(
	context: Context,
	input: MovementExportQuery & { currency: string },
	labelsIn: LabelsIn,
): Promise<ExportFile> {
	requirePermission(context, "movement.read");
	requireWallet(context, input.currency);
	const { currency, format, locale = context.config.defaultLocale, ask, ...view } = input;
	const labels = labelsIn(locale);
	const mirror = await readMirrorEnd(context, currency);
	await requireExport(context, format, mirror.rows, () => countRows(context, input, mirror.lastId, FREE_ROWS));
	const subject = { action: "movement.exported", subjectKind: "wallet", subjectId: currency } as const;
	await recordExport(context, subject, { format, ask, ...view });
	const sheet = {
		name: labels.movements.title,
		columns: columnsIn(labels),
		currencyOf: () => currency,
		groupOf: ({ type, withdrawnAt }: Movement) => (withdrawnAt === null ? typeLabel(type, labels) : null),
		batches: readPages(context, input, mirror.lastId),
	};
	return exportFile(context, sheet, {
		stem: `movements-${currency}-${exportDay(context)}`,
		format,
		locale,
		ask,
		labels: labels,
	});
}

function columnsIn(labels: ExportLabels): Column<Movement>[] {
	const { heads } = labels.exports;
	const { amount, fee, uncountedAmount, uncountedFee } = movementCells;
	return [
		{ head: heads.at, kind: "time", width: 20, of: ({ createdAt }) => createdAt },
		{ head: heads.type, kind: "text", width: 18, of: ({ type }) => typeLabel(type, labels) },
		{ head: heads.amount, kind: "money", width: 18, of: amount },
		{ head: heads.fee, kind: "money", width: 14, of: fee },
		{ head: heads.currency, kind: "currency", width: 10, of: ({ currency }) => currency },
		{ head: heads.atUtc, kind: "text", width: 30, of: ({ createdAt }) => createdAt },
		{ head: heads.uncountedAmount, kind: "money", width: 24, of: uncountedAmount },
		{ head: heads.uncountedFee, kind: "money", width: 20, of: uncountedFee },
		{ head: heads.withdrawnAt, kind: "text", width: 30, of: ({ withdrawnAt }) => withdrawnAt },
	];
}

/** Up to the last row at the start. */
function readPages(
	system: SystemContext,
	{ sort, ...filter }: MovementFilter & { sort: MovementSort },
	lastId: string,
): AsyncGenerator<Movement[]> {
	return keysetPages((last, limit) =>
		readRows(system, { filter, sort, after: last ? placeOf(sort, last) : null, lastId, limit }),
	);
}

/** Counts the filtered rows, stopping a little beyond `enough`. */
async function countRows(
	system: SystemContext,
	view: MovementFilter & { sort: MovementSort },
	lastId: string,
	enough: number,
): Promise<number> {
	let count = 0;
	for await (const rows of readPages(system, view, lastId)) {
		count += rows.length;
		if (count > enough) break;
	}
	return count;
}

/**
 * The mirror's current end, withdrawn rows included; later rows have greater ids. Throws `conflict` while the first list arrives.
 */
async function readMirrorEnd(system: SystemContext, currency: string): Promise<{ rows: number; lastId: string }> {
	const row = await readSyncRow(system.database, { environment: system.config.environment, currency });
	if (isArriving(row)) throw new AppError("conflict", "the first sync is not complete: an export would lack rows");
	return { rows: row.mirror_rows + row.withdrawn_rows, lastId: row.last_movement_id };
}
