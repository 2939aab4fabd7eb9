import type { Movement, MovementExportQuery } from "#lib/contracts/movement.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import {
	demandExport,
	type ExportFile,
	exportDay,
	exportFile,
	FREE_ROWS,
	recordExport,
} from "#server/exports/export-file.ts";
import type { ExportLabels, LabelsIn } from "#server/exports/export-labels.ts";
import { movementCells, typeLabel } from "#server/exports/movement-cells.ts";
import type { Column } from "#server/exports/sheet.ts";
import { countRows, readBatches, readMirrorEnd } from "#server/wallets/movement-batches.ts";
import { demandSoundFilter } from "#server/wallets/movement-rows.ts";
import { demandWallet } from "#server/wallets/wallet-look.ts";

/**
 * Exactly the rows that the filters let through, in the list's order, as the mirror stood when the export began. Throws
 * `wallet_unknown`, `invalid_input` (`format: too_many_rows` for a workbook that no spreadsheet program could open).
 */
export async function exportMovements(
	context: Context,
	input: MovementExportQuery & { currency: string },
	labelsIn: LabelsIn,
): Promise<ExportFile> {
	demand(context, "movement.read");
	demandWallet(context, input.currency);
	demandSoundFilter(input);
	const { currency, format, locale = context.config.defaultLocale, ask, ...view } = input;
	const labels = labelsIn(locale);
	const mirror = await readMirrorEnd(context, currency);
	await demandExport(context, format, mirror.rows, () => countRows(context, input, mirror.lastId, FREE_ROWS));
	const subject = { action: "movement.exported", subjectKind: "wallet", subjectId: currency } as const;
	await recordExport(context, subject, { format, ask, ...view });
	const sheet = {
		name: labels.movements.title,
		columns: columnsIn(labels),
		currencyOf: () => currency,
		groupOf: ({ type, withdrawnAt }: Movement) => (withdrawnAt === null ? typeLabel(type, labels) : null),
		batches: readBatches(context, input, mirror.lastId),
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
