import { auditFacts, type FactReader } from "#lib/audit-facts.ts";
import type { AuditEntry, AuditExportQuery } from "#lib/contracts/audit.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { operatorLabel } from "#lib/operator-options.ts";
import { paperTexts } from "#lib/papers/paper-texts.ts";
import type { AnyText } from "#lib/text/change-text.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import { type AuditFilter, type EntryRow, readMemberNames, selectEntries, toEntry } from "#server/audit/list-audit.ts";
import type { Context } from "#server/context.ts";
import { type ExportFile, exportDay, exportFile, recordExport, requireExport } from "#server/exports/export-file.ts";
import { type ExportLabels, type LabelsIn, labelOr } from "#server/exports/export-labels.ts";
import { keysetPages } from "#server/exports/keyset-pages.ts";
import type { Column } from "#server/exports/sheet.ts";

/**
 * Exports the filtered entries, newest first, as of the export's start; the entry about the export itself is left out. Throws
 * forbidden, `invalid_input` (`format: too_many_rows`).
 */
export async function exportAudit(context: Context, input: AuditExportQuery, labelsIn: LabelsIn): Promise<ExportFile> {
	requirePermission(context, "audit.read");
	const { format, locale = context.config.defaultLocale, ask, ...filter } = input;
	const labels = labelsIn(locale);
	const { count, end } = await readExtent(context, filter);
	const size = await requireExport(context, format, count);
	const subject = { action: "audit.exported", subjectKind: "audit", subjectId: null } as const;
	await recordExport(context, subject, { format, ask, ...filter });
	const sheet = {
		name: labels.audit.title,
		columns: columnsIn(labels, await factReader(context, locale, labels)),
		currencyOf: () => "",
		batches: readBatches(context, filter, end),
	};
	const stem = `audit-${exportDay(context)}`;
	return exportFile(context, sheet, { stem, format, locale, ask, labels, ...size });
}

/** Returns the number of entries that match, and an id greater than the newest of them. */
async function readExtent(context: Context, filter: AuditFilter): Promise<{ count: number; end: string }> {
	const row = await selectEntries(context, filter)
		.clearSelect()
		.select(({ fn }) => [fn.countAll<string>().as("count"), fn.max("audit_entry.id").as("last")])
		.executeTakeFirstOrThrow();
	return { count: Number(row.count), end: String(BigInt(row.last ?? "0") + 1n) };
}

async function* readBatches(context: Context, filter: AuditFilter, end: string): AsyncGenerator<AuditEntry[]> {
	const pages = keysetPages<EntryRow>((last, limit) =>
		selectEntries(context, { ...filter, cursor: last?.id ?? end })
			.orderBy("audit_entry.id", "desc")
			.limit(limit)
			.execute(),
	);
	for await (const rows of pages) yield rows.map(toEntry);
}

async function factReader(context: Context, locale: Locale, labels: ExportLabels): Promise<FactReader> {
	const [members, operators] = await Promise.all([
		readMemberNames(context),
		context.database.selectFrom("operator").select(["code", "name", "country"]).execute(),
	]);
	const names = new Map([
		...members.map(({ id, name }) => [`member ${id}`, name] as const),
		...operators.map((operator) => [`operator ${operator.code}`, operatorLabel(operator)] as const),
	]);
	return {
		texts: paperTexts(locale, labels) as AnyText,
		place: { locale, timeZone: context.config.timeZone },
		nameOf: (kind, code) => names.get(`${kind} ${code}`) ?? null,
	};
}

function columnsIn(labels: ExportLabels, reader: FactReader): Column<AuditEntry>[] {
	const { audit, exports } = labels;
	const { heads } = exports;
	return [
		{ head: heads.at, kind: "time", width: 20, of: ({ at }) => at },
		{ head: audit.who, kind: "text", width: 22, of: ({ memberName }) => memberName ?? audit.itself },
		{ head: audit.what, kind: "text", width: 42, of: (entry) => actionText(entry, labels) },
		{ head: heads.subject, kind: "text", width: 30, of: ({ subjectId }) => subjectId },
		{ head: heads.details, kind: "text", width: 60, of: (entry) => detailsText(entry, reader) },
		{ head: audit.address, kind: "text", width: 20, of: ({ address }) => address },
		{ head: audit.device, kind: "text", width: 22, of: ({ device }) => device },
		{ head: heads.action, kind: "text", width: 26, of: ({ action }) => action },
		{ head: heads.entry, kind: "count", width: 10, of: ({ id }) => id },
		{ head: heads.atUtc, kind: "text", width: 26, of: ({ at }) => at },
	];
}

function actionText({ action, subjectKind, details }: AuditEntry, { audit }: ExportLabels): string {
	const [noun = "", verb = ""] = action.split(".");
	const verbs: unknown = Object.hasOwn(audit.actions, noun) ? Reflect.get(audit.actions, noun) : null;
	const text = typeof verbs === "object" && verbs && Object.hasOwn(verbs, verb) ? labelOr(verbs, verb) : action;
	const kind = subjectKind === "payment" && details.kind ? labelOr(audit.kinds, details.kind) : null;
	return kind ? `${kind} · ${text}` : text;
}

function detailsText(entry: AuditEntry, reader: FactReader): string | null {
	const parts = auditFacts(entry, reader).map(({ label, text, value }) =>
		[label, text ?? value].filter(Boolean).join(" "),
	);
	return parts.join(" · ") || null;
}
