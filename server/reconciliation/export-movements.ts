import type { Movement, MovementExportQuery } from "#lib/contracts/movement.ts";
import { dayOf } from "#lib/dates.ts";
import { chosenColumns, type MovementColumn } from "#lib/lists/list-columns.ts";
import { maskPhone } from "#lib/phone.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context, SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { type ExportFile, exportFile, exportPeriod, recordExport, requireExport } from "#server/exports/export-file.ts";
import type { ExportLabels, LabelsIn } from "#server/exports/export-labels.ts";
import { keysetPages } from "#server/exports/keyset-pages.ts";
import { movementCells, typeLabel } from "#server/exports/movement-cells.ts";
import { pickColumns } from "#server/exports/pick-columns.ts";
import type { Column } from "#server/exports/sheet.ts";
import {
	type Balance,
	type BalanceBounds,
	type LineMatch,
	readMatches,
	readRunningBalances,
} from "#server/reconciliation/name-lines.ts";
import { signedBy } from "#server/reconciliation/proof/effects.ts";
import { readFeeRule } from "#server/reconciliation/proof/fee-rules.ts";
import { readDayRules } from "#server/reconciliation/read-closing-balances.ts";
import type { WalletKey } from "#server/store/sql-fragments.ts";
import { requireWalletKey } from "#server/wallets/balance-readings.ts";
import { countRows, placeOf, readRows } from "#server/wallets/movement-rows.ts";
import { isArriving, readSyncRow } from "#server/wallets/sync-row.ts";

/**
 * Exports the filtered lines in the list's order, without lines that arrive after the export began. Throws forbidden, wallet_unknown,
 * conflict until the first sync is complete, and what `requireExport` throws.
 */
export async function exportMovements(
	context: Context,
	input: MovementExportQuery & { currency: string },
	labelsIn: LabelsIn,
): Promise<ExportFile> {
	requirePermission(context, "movement.read");
	requirePermission(context, "reconciliation.read");
	const wallet = requireWalletKey(context, input.currency);
	const { currency, format, locale = context.config.defaultLocale, ask, ...view } = input;
	const labels = labelsIn(locale);
	const mirror = await readMirrorEnd(context, currency);
	const size = await requireExport(context, format, mirror.rows, () => countRows(context, input, mirror.lastId));
	const subject = { action: "movement.exported", subjectKind: "wallet", subjectId: currency } as const;
	await recordExport(context, subject, { format, ask, ...view });
	const { sort, ...filter } = input;
	const { lastId } = mirror;
	// Rows that arrive during the export are left out.
	const pages = keysetPages<Movement>((last, limit) =>
		readRows(context, { filter, sort, after: last ? placeOf(sort, last) : null, lastId, limit }),
	);
	const sheet = {
		name: labels.movements.title,
		columns: columnsIn(labels, view.columns),
		currencyOf: () => currency,
		groupOf: ({ type, withdrawnAt }: NamedLine) => (withdrawnAt === null ? typeLabel(type, labels) : null),
		batches: nameRows(context, wallet, pages, sort.endsWith("createdAt")),
	};
	const stem = `movements-${currency}-${exportPeriod(context, view)}`;
	return exportFile(context, sheet, { stem, format, locale, ask, labels, ...size });
}

type Signed = ReturnType<typeof signedBy>;
type NamedLine = Movement & { match: LineMatch | undefined; balance: Balance | undefined; signed: Signed };

// A filter may scatter the exported lines over many days; these limits bound how many lines in between are read for the balances.
const BOUNDS: BalanceBounds = { stretches: 1_000, lines: 1_000_000, linesOfOne: 20_000 };

async function* nameRows(
	context: Context,
	wallet: WalletKey,
	pages: AsyncGenerator<Movement[]>,
	inOrder: boolean,
): AsyncGenerator<NamedLine[]> {
	const inForce = await readFeeRule(context.database, wallet);
	for await (const rows of pages) {
		const ids = rows.map(({ id }) => id);
		const days = rows.map(({ createdAt }) => dayOf(new Date(createdAt), context.config.timeZone));
		const [matches, balances, { proofs }] = await Promise.all([
			readMatches(context, wallet, ids),
			inOrder ? readRunningBalances(context, wallet, ids, BOUNDS) : null,
			readDayRules(context, wallet, [...new Set(days)]),
		]);
		const byId = new Map(matches.map((match) => [match.id, match]));
		yield rows.map((row, place) => {
			const signed = signedBy(proofs.get(days[place] ?? "")?.rule ?? inForce);
			return { ...row, signed, match: byId.get(row.id), balance: balances?.get(row.id) };
		});
	}
}

function columnsIn(labels: ExportLabels, chosen: string | undefined): Column<NamedLine>[] {
	const { exports, movements, payments } = labels;
	const { heads } = exports;
	const { fact } = payments;
	const { amount, fee, uncountedAmount, uncountedFee } = movementCells;
	const all = {
		at: { head: heads.at, kind: "time", width: 20, of: ({ createdAt }) => createdAt },
		type: { head: heads.type, kind: "text", width: 18, of: ({ type }) => typeLabel(type, labels) },
		amount: { head: heads.amount, kind: "money", width: 18, of: amount },
		fee: { head: heads.fee, kind: "money", width: 14, of: fee },
		currency: { head: heads.currency, kind: "currency", width: 10, of: ({ currency }) => currency },
		balance: {
			head: movements.balanceAfter,
			kind: "balance",
			width: 18,
			of: ({ balance }) => balance?.balanceAfter ?? null,
		},
		match: { head: heads.match, kind: "text", width: 26, of: ({ match }) => (match ? matchText(match, labels) : null) },
		name: {
			head: fact.name,
			kind: "text",
			width: 26,
			of: ({ match }) => match?.recipient_name ?? match?.book_name ?? null,
		},
		who: {
			head: heads.who,
			kind: "phone",
			width: 22,
			of: ({ match }) => (match?.phone_number ? maskPhone(match.phone_number) : null),
		},
		operator: { head: fact.operator, kind: "text", width: 18, of: ({ match }) => match?.operator_name ?? null },
		purpose: { head: fact.purpose, kind: "text", width: 32, of: ({ match }) => match?.note ?? null },
		reference: { head: heads.reference, kind: "text", width: 28, of: ({ match }) => match?.reference ?? null },
		payment: { head: heads.payment, kind: "text", width: 30, of: ({ match }) => match?.payment_id ?? null },
		atUtc: { head: heads.atUtc, kind: "text", width: 30, of: ({ createdAt }) => createdAt },
		uncountedAmount: { head: heads.uncountedAmount, kind: "money", width: 24, of: uncountedAmount },
		uncountedFee: { head: heads.uncountedFee, kind: "money", width: 20, of: uncountedFee },
		withdrawnAt: { head: heads.withdrawnAt, kind: "text", width: 30, of: ({ withdrawnAt }) => withdrawnAt },
	} satisfies Record<string, Column<NamedLine>>;
	const columns = chosenColumns("movements", chosen?.split(","));
	return pickColumns<NamedLine, keyof typeof all, MovementColumn>(all, OF_SHOWN, columns, OUTSIDE_TOTALS);
}

/** The columns of the file for each column on the screen. */
const OF_SHOWN = {
	when: ["at"],
	type: ["type"],
	payment: ["match", "name", "who", "purpose", "reference", "payment"],
	fee: ["fee"],
	amount: ["amount"],
	balance: ["balance"],
	name: ["name"],
	operator: ["operator"],
	purpose: ["purpose"],
	reference: ["reference"],
} as const satisfies Record<MovementColumn, readonly string[]>;
const OUTSIDE_TOTALS = ["uncountedAmount", "uncountedFee", "withdrawnAt"] as const;

function matchText({ status, verdict, payment_id }: LineMatch, { movements, reconciliation }: ExportLabels): string {
	if (payment_id !== null) return movements.payment;
	return status === "explained" && verdict ? reconciliation.verdicts[verdict] : reconciliation.line[status];
}

async function readMirrorEnd(system: SystemContext, currency: string): Promise<{ rows: number; lastId: string }> {
	const row = await readSyncRow(system.database, { environment: system.config.environment, currency });
	if (isArriving(row)) throw new AppError("conflict", "the first sync is not complete: an export would lack rows");
	return { rows: row.mirror_rows + row.withdrawn_rows, lastId: row.last_movement_id };
}
