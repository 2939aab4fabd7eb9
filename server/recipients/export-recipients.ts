import { sql } from "kysely";
import type { Recipient, RecipientExportQuery } from "#lib/contracts/recipient.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { type ExportFile, exportDay, exportFile, recordExport, requireExport } from "#server/exports/export-file.ts";
import type { ExportLabels, LabelsIn } from "#server/exports/export-labels.ts";
import { keysetPages } from "#server/exports/keyset-pages.ts";
import type { Column } from "#server/exports/sheet.ts";
import { isShown } from "#server/recipients/list-recipients.ts";
import { type RecipientRow, selectRecipients, toRecipient } from "#server/recipients/recipient-row.ts";

/**
 * Exports the filtered recipients with unmasked numbers, so that an import can read the file. Throws forbidden, `invalid_input`
 * (`format: too_many_rows`), step_up_needed.
 */
export async function exportRecipients(
	context: Context,
	{ format, locale = context.config.defaultLocale, ask, ...view }: RecipientExportQuery,
	labelsIn: LabelsIn,
): Promise<ExportFile> {
	requirePermission(context, "recipient.manage");
	const { total } = await context.database
		.selectFrom("recipient")
		.where(isShown(view))
		.select((of) => of.fn.countAll<string>().as("total"))
		.executeTakeFirstOrThrow();
	await requireExport(context, format, Number(total));
	const subject = { action: "recipient.exported", subjectKind: "recipient", subjectId: null } as const;
	const { q, ...others } = view;
	await recordExport(context, subject, { format, ask, search: q, ...others });
	const labels = labelsIn(locale);
	const sheet = {
		name: labels.recipients.title,
		columns: columnsIn(labels),
		currencyOf: ({ lastPayout }: Recipient) => lastPayout?.currency ?? "",
		batches: readAll(context, view),
	};
	return exportFile(context, sheet, { stem: `recipients-${exportDay(context)}`, format, locale, ask, labels });
}

async function* readAll({ database, config }: Context, view: Parameters<typeof isShown>[0]) {
	const select = selectRecipients(database, config.environment);
	const pages = keysetPages<RecipientRow>((last, limit) =>
		select
			.where(isShown(view))
			// Compares with the values that were read, since the row may be renamed or erased by now.
			.$if(last !== undefined, (of) =>
				of.where(sql<boolean>`(recipient.sort_name, recipient.id) > (${last?.sort_name}, ${last?.id})`),
			)
			.orderBy("recipient.sort_name")
			.orderBy("recipient.id")
			.limit(limit)
			.execute(),
	);
	for await (const rows of pages) yield rows.map(toRecipient);
}

function columnsIn({ recipients: { column } }: ExportLabels): Column<Recipient>[] {
	const text = (head: string, width: number, of: (row: Recipient) => string | null): Column<Recipient> => ({
		...{ head, kind: "text", width, of },
	});
	return [
		text(column.name, 28, ({ name }) => name),
		{ head: column.number, kind: "phone", width: 20, of: ({ number }) => number },
		// Codes, because several operators may have one name, and an import does not know the name of one that is no longer in use.
		text(column.operator, 20, ({ operator }) => operator),
		text(column.country, 18, ({ country }) => country),
		text(column.purpose, 28, ({ purpose }) => purpose),
		text(column.reference, 18, ({ reference }) => reference),
		text(column.groups, 24, ({ groups }) => groups.join(", ")),
		text(column.note, 28, ({ note }) => note),
		{ head: column.lastPayout, kind: "time", width: 20, of: ({ lastPayout }) => lastPayout?.createdAt ?? null },
	];
}
