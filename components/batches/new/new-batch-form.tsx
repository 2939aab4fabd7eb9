"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { ColumnMapping } from "#components/batches/new/column-mapping.tsx";
import { FileNotes, PasteField, TableFile } from "#components/batches/new/table-file.tsx";
import { useBatchTable } from "#components/batches/new/use-batch-table.ts";
import { FormProblem, RestoredNote } from "#components/payments/form/form-frame.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { Options } from "#components/ui/fields/options.tsx";
import { ReadyButton } from "#components/ui/fields/ready-button.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { loadOnDemand } from "#components/ui/load-on-demand.tsx";
import { ExportMenu } from "#components/ui/menu/export-menu.tsx";
import { FaultNotice } from "#components/ui/page/fault-notice.tsx";
import { MOST_ROWS } from "#lib/batches/batch-states.ts";
import { inputRows } from "#lib/batches/input-rows.ts";
import { NEEDED_FIELDS, ROW_FIELDS } from "#lib/batches/recognise-columns.ts";
import { BATCH_TEMPLATE, createBatch } from "#lib/queries/batches.ts";
import { typedText } from "#lib/text/typed-text.ts";

const BookDialog = loadOnDemand(() => import("#components/batches/new/book-dialog.tsx"));

const PASTED = ["name", "destination", "amount", "purpose"] as const;

interface NewBatchFormProps {
	memberId: string;
	currencies: readonly string[];
	homeCountry: string;
	/** The name that the form proposes: the current month. */
	name: string;
}

export function NewBatchForm({ memberId, currencies, homeCountry, name: proposed }: NewBatchFormProps) {
	const t = useTranslations("batches");
	const router = useRouter();
	const batch = useBatchTable({
		...{ memberId, homeCountry },
		start: { name: proposed, currency: currencies[0] ?? "", text: "" },
	});
	const { draft, setDraft, table, isReading, notes, mapping, setMapping, fault, setFault } = batch;
	const { name, currency, text } = draft;
	const [isPicking, setPicking] = useState(false);
	const rows = useMemo(() => inputRows(table, mapping, currency), [table, mapping, currency]);
	const create = useMutation({
		mutationFn: () => createBatch({ name: typedText(name), rows }, batch.key),
		onSuccess: ({ id }) => {
			batch.forgetDraft();
			router.push(`/batches/${id}`);
		},
	});
	const submit = () => {
		const isComplete = NEEDED_FIELDS.every((field) => mapping.columns[field] !== undefined);
		const missing = !typedText(name) ? t("nameNeeded") : rows.length === 0 ? t("rowsNeeded") : null;
		const columnFault = missing ?? (isComplete ? null : t("columnsNeeded"));
		setFault(columnFault ?? (rows.length > MOST_ROWS ? t("tooMany", { count: MOST_ROWS }) : null));
		if (columnFault === null && rows.length <= MOST_ROWS) create.mutate();
	};
	return (
		<>
			<form
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					if (!create.isPending && !isReading) submit();
				}}
				className="grid max-w-[60rem] gap-5"
			>
				<RestoredNote drawn={batch} />
				<div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
					<Field label={t("column.name")} hint={t("nameHint")}>
						<TextInput
							value={name}
							maxLength={80}
							onChange={(event) => setDraft({ ...draft, name: event.target.value })}
							autoFocus
						/>
					</Field>
					<Field label={t("column.currency")}>
						<Select value={currency} onChange={(event) => setDraft({ ...draft, currency: event.target.value })}>
							<Options of={currencies.map((code) => [code, code])} />
						</Select>
					</Field>
				</div>
				<PasteField text={text} columns={PASTED.map((field) => t(`column.${field}`))} onText={batch.readPaste} />
				<TableFile onChosen={batch.beginFile} onTable={batch.showFile} onFault={batch.refuseFile}>
					<ExportMenu path={BATCH_TEMPLATE} query={{}} label={t("template")} />
					<ReadyButton onClick={() => setPicking(true)}>
						<Icon name="users" />
						{t("book.open")}
					</ReadyButton>
				</TableFile>
				{notes ? <FileNotes notes={notes} /> : null}
				{table.length > 0 ? (
					<ColumnMapping
						table={table}
						mapping={mapping}
						fields={ROW_FIELDS}
						needed={NEEDED_FIELDS}
						nameOf={(field) => t(`column.${field}`)}
						onChange={setMapping}
					/>
				) : null}
				{fault ? <FaultNotice>{fault}</FaultNotice> : <FormProblem error={create.error} listHref="/batches" />}
				<div>
					<ReadyButton
						type="submit"
						variant="primary"
						size="lg"
						busy={create.isPending || create.isSuccess}
						disabled={isReading}
					>
						{t("check", { count: rows.length })}
					</ReadyButton>
				</div>
			</form>
			{isPicking ? (
				<BookDialog
					currency={currency}
					replaces={text !== "" || table.length > 0}
					onPick={(picked) => {
						setPicking(false);
						batch.showRows(picked);
					}}
					onClose={() => setPicking(false)}
				/>
			) : null}
		</>
	);
}
