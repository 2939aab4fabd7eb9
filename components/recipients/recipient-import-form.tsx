"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ColumnMapping } from "#components/batches/new/column-mapping.tsx";
import { FileNotes, PasteField, TableFile } from "#components/batches/new/table-file.tsx";
import { useLatest } from "#components/batches/new/use-latest.ts";
import { Checkbox } from "#components/ui/fields/checkbox.tsx";
import { ReadyButton } from "#components/ui/fields/ready-button.tsx";
import { loadWithRetries } from "#components/ui/load-on-demand.tsx";
import { FaultNotice } from "#components/ui/page/fault-notice.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { Heads } from "#components/ui/table/heads.tsx";
import { BodyCell, Table } from "#components/ui/table/table.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
import { MOST_ROWS } from "#lib/batches/batch-states.ts";
import type { RecognisedTable } from "#lib/batches/recognise-columns.ts";
import type { TableNotes } from "#lib/contracts/batch.ts";
import type { ImportAnswer, ImportRow } from "#lib/contracts/recipient.ts";
import { importRecipients } from "#lib/queries/recipients.ts";
import {
	importRows,
	NEEDED_RECIPIENT_FIELDS,
	RECIPIENT_FIELDS,
	type RecipientField,
	recogniseRecipients,
	withoutBookTitle,
} from "#lib/recipients/recognise-recipients.ts";

export function RecipientImportForm({ homeCountry }: { homeCountry: string }) {
	const t = useTranslations("recipients");
	const shared = useTranslations("batches");
	const errorText = useErrorText();
	const [text, setText] = useState("");
	const [table, setTable] = useState<string[][]>([]);
	const [notes, setNotes] = useState<TableNotes | null>(null);
	const [mapping, setMapping] = useState<RecognisedTable<RecipientField>>({ columns: {}, hasHeading: false });
	const [isUpdate, setUpdate] = useState(false);
	const [fault, setFault] = useState<string | null>(null);
	const begin = useLatest();
	const rows = importRows(table, mapping);
	const save = useRefetchingMutation({
		mutationFn: () => importRecipients({ rows, known: isUpdate ? "update" : "keep" }),
	});
	function show(read: string[][], notes: TableNotes | null = null) {
		const list = withoutBookTitle(read);
		begin();
		save.reset();
		setFault(null);
		setTable(list);
		setNotes(notes);
		setMapping(recogniseRecipients(list, homeCountry));
	}
	function submit() {
		const isComplete = NEEDED_RECIPIENT_FIELDS.every((field) => mapping.columns[field] !== undefined);
		const missing = rows.length === 0 ? shared("rowsNeeded") : isComplete ? null : t("columnsNeeded");
		const rowFault = rows.length > MOST_ROWS ? t("tooMany", { count: MOST_ROWS }) : missing;
		setFault(rowFault);
		if (rowFault === null) save.mutate();
	}
	return (
		<form
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				if (!save.isPending) submit();
			}}
			className="grid max-w-[60rem] gap-5"
		>
			<PasteField
				autoFocus
				text={text}
				onText={(next) => {
					show([]);
					const isLatest = begin();
					setText(next);
					void loadWithRetries(() => import("#lib/text/read-table.ts")).then(({ readTable }) => {
						if (!isLatest()) return;
						const { rows: read, quote } = readTable(next);
						show(quote === null ? read : []);
						if (quote !== null) setFault(shared("unclosedQuote", { n: quote }));
					});
				}}
			/>
			<TableFile
				onChosen={() => {
					setText("");
					show([]);
					return begin();
				}}
				onTable={({ rows: read, notes }) => show(read, notes)}
				onFault={setFault}
			/>
			{notes ? <FileNotes notes={notes} /> : null}
			{table.length > 0 ? (
				<>
					<ColumnMapping
						table={table}
						mapping={mapping}
						fields={RECIPIENT_FIELDS}
						needed={NEEDED_RECIPIENT_FIELDS}
						nameOf={(field) => t(`column.${field}`)}
						onChange={setMapping}
					/>
					<Checkbox
						label={t("updateKnown")}
						hint={t("updateKnownHint")}
						checked={isUpdate}
						onChange={(event) => setUpdate(event.target.checked)}
					/>
				</>
			) : null}
			<FaultNotice>{fault ?? (save.isError ? errorText(save.error) : null)}</FaultNotice>
			{save.data ? <ImportResult answer={save.data} rows={rows} /> : null}
			<div>
				<ReadyButton type="submit" variant="primary" size="lg" busy={save.isPending}>
					{t("importRows", { count: rows.length })}
				</ReadyButton>
			</div>
		</form>
	);
}

const SHOWN_FAULTS = 100;

function ImportResult({ answer, rows }: { answer: ImportAnswer; rows: readonly ImportRow[] }) {
	const t = useTranslations("recipients");
	const shared = useTranslations("batches.details");
	const { added, updated, kept, faults } = answer;
	const more = faults.length - SHOWN_FAULTS;
	return (
		<>
			<Notice tone={faults.length > 0 ? "warning" : "positive"} urgent>
				{t("imported", { added, updated, kept, faults: new Set(faults.map(({ n }) => n)).size })}
			</Notice>
			{faults.length > 0 ? (
				<Table caption={t("faultsTitle")}>
					<Heads
						of={[
							[t("row"), { numeric: true, className: "static! w-14" }],
							[t("column.name"), { className: "static!" }],
							[t("fault"), { className: "static!" }],
						]}
					/>
					<tbody>
						{faults.slice(0, SHOWN_FAULTS).map(({ n, field, code }) => (
							<tr key={`${n} ${field}`}>
								<BodyCell numeric>{n}</BodyCell>
								<BodyCell className="wrap-anywhere whitespace-normal">
									{rows[n - 1]?.name}
									<span className="num block text-ink-2 text-xs">{rows[n - 1]?.number}</span>
								</BodyCell>
								<BodyCell className="whitespace-normal text-danger">
									{t("faultOf", { field: t(`column.${field}` as never), fault: t(`faults.${code}` as never) })}
								</BodyCell>
							</tr>
						))}
					</tbody>
				</Table>
			) : null}
			{more > 0 ? <p className="text-ink-2 text-sm">{shared("moreRows", { count: more })}</p> : null}
		</>
	);
}
