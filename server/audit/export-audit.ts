import { auditFacts, isPlainFact } from "#lib/audit-facts.ts";
import { causeWords } from "#lib/causes.ts";
import type { AuditEntry, AuditExportQuery } from "#lib/contracts/audit.ts";
import type { Locale } from "#lib/contracts/member.ts";
import { moneyText } from "#lib/money-text.ts";
import { demand } from "#server/access/permissions.ts";
import { type AuditFilter, selectEntries, toEntry } from "#server/audit/audit-entries.ts";
import type { Context } from "#server/context.ts";
import { demandExport, type ExportFile, exportDay, exportFile, recordExport } from "#server/exports/export-file.ts";
import { type ExportWords, type WordsIn, wordOr } from "#server/exports/export-words.ts";
import type { Column } from "#server/exports/sheet.ts";

const BATCH_ROWS = 1_000;

/**
 * The entries that the filters let through, newest first, as the record stood when the export began: without the one that tells
 * of it. Throws forbidden, `invalid_input` (`format: too_many_rows`).
 */
export async function exportAudit(context: Context, input: AuditExportQuery, wordsIn: WordsIn): Promise<ExportFile> {
	demand(context, "audit.read");
	const { format, locale = context.config.defaultLocale, ask, ...filter } = input;
	const words = wordsIn(locale);
	const { count, end } = await readExtent(context, filter);
	await demandExport(context, format, count);
	const subject = { action: "audit.exported", subjectKind: "audit", subjectId: null } as const;
	await recordExport(context, subject, { format, ask, ...filter });
	const sheet = {
		name: words.audit.title,
		columns: columnsIn(words, locale),
		currencyOf: () => "",
		batches: readBatches(context, filter, end),
	};
	return exportFile(context, sheet, { stem: `audit-${exportDay(context)}`, format, locale, ask, words });
}

/** How many there are, and the id before which all of them lie. */
async function readExtent(context: Context, filter: AuditFilter): Promise<{ count: number; end: string }> {
	const row = await selectEntries(context, filter)
		.clearSelect()
		.select(({ fn }) => [fn.countAll<string>().as("count"), fn.max("audit_entry.id").as("last")])
		.executeTakeFirstOrThrow();
	return { count: Number(row.count), end: String(BigInt(row.last ?? "0") + 1n) };
}

async function* readBatches(context: Context, filter: AuditFilter, end: string): AsyncGenerator<AuditEntry[]> {
	for (let cursor: string | undefined = end; cursor !== undefined; ) {
		const rows = await selectEntries(context, { ...filter, cursor })
			.orderBy("audit_entry.id", "desc")
			.limit(BATCH_ROWS)
			.execute();
		if (rows.length > 0) yield rows.map(toEntry);
		cursor = rows.length === BATCH_ROWS ? rows.at(-1)?.id : undefined;
	}
}

function columnsIn(words: ExportWords, locale: Locale): Column<AuditEntry>[] {
	const { audit, exports } = words;
	const { heads } = exports;
	return [
		{ head: heads.at, kind: "time", width: 20, of: ({ at }) => at },
		{ head: audit.who, kind: "text", width: 22, of: ({ memberName }) => memberName ?? audit.itself },
		{ head: audit.what, kind: "text", width: 42, of: (entry) => actionWords(entry, words) },
		{ head: heads.subject, kind: "text", width: 30, of: ({ subjectId }) => subjectId },
		{ head: heads.details, kind: "text", width: 60, of: (entry) => detailWords(entry, words, locale) },
		{ head: audit.address, kind: "text", width: 20, of: ({ address }) => address },
		{ head: audit.device, kind: "text", width: 22, of: ({ device }) => device },
		{ head: heads.action, kind: "text", width: 26, of: ({ action }) => action },
		{ head: heads.entry, kind: "count", width: 10, of: ({ id }) => id },
		{ head: heads.atUtc, kind: "text", width: 26, of: ({ at }) => at },
	];
}

function actionWords({ action, subjectKind, details }: AuditEntry, { audit }: ExportWords): string {
	const [noun = "", verb = ""] = action.split(".");
	const verbs: unknown = Object.hasOwn(audit.actions, noun) ? Reflect.get(audit.actions, noun) : null;
	const words = typeof verbs === "object" && verbs && Object.hasOwn(verbs, verb) ? wordOr(verbs, verb) : action;
	const kind = subjectKind === "payment" && details.kind ? wordOr(audit.kinds, details.kind) : null;
	return kind ? `${kind} · ${words}` : words;
}

/** As the page tells them, in one line. */
function detailWords(entry: AuditEntry, { audit, roles, causes }: ExportWords, locale: Locale): string | null {
	const role = (name: string) => wordOr(roles, name);
	const told = auditFacts(entry).map((fact) => {
		if (fact.kind === "money") return moneyText(fact.amount, fact.currency, locale);
		if (fact.kind === "change") return `${role(fact.from)} → ${role(fact.to)}`;
		if (fact.kind === "cause") {
			const { key, status } = causeWords(fact.cause);
			return wordOr(causes, key).replace("{status}", status);
		}
		const value = fact.key === "role" ? role(fact.value) : fact.value;
		return isPlainFact(fact.key) ? value : `${wordOr(audit.details, fact.key)} ${value}`;
	});
	return told.join(" · ") || null;
}
