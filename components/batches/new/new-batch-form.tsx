"use client";
/** Makes a draft of pasted rows or of a file; shows how each column was understood before anything is saved. */
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import { KEPT_HEADING, takeRows } from "#components/batches/kept-rows.ts";
import { ColumnMapping } from "#components/batches/new/column-mapping.tsx";
import { FileNotes } from "#components/batches/new/file-notes.tsx";
import { TableFile } from "#components/batches/new/table-file.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { Select } from "#components/ui/fields/select.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { Textarea } from "#components/ui/fields/textarea.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { MOST_ROWS } from "#lib/batches/batch-states.ts";
import { inputRows } from "#lib/batches/input-rows.ts";
import { NEEDED_FIELDS, type RecognisedTable, ROW_FIELDS, recogniseColumns } from "#lib/batches/recognise-columns.ts";
import type { TableNotes } from "#lib/contracts/batch.ts";
import { createBatch } from "#lib/queries/batches.ts";
import { typedText } from "#lib/text/typed-text.ts";

const TYPED_MS = 200;

interface NewBatchFormProps {
	currencies: readonly string[];
	homeCountry: string;
	/** The name that is proposed: the month. */
	name: string;
}

export function NewBatchForm({ currencies, homeCountry, name: proposed }: NewBatchFormProps) {
	const t = useTranslations("batches");
	const errorText = useErrorText();
	const router = useRouter();
	const isReady = useHydrated();
	const key = useRef("");
	const [name, setName] = useState(proposed);
	const [text, setText] = useState("");
	const [currency, setCurrency] = useState(currencies[0] ?? "");
	const [table, setTable] = useState<string[][]>([]);
	const [notes, setNotes] = useState<TableNotes | null>(null);
	const [mapping, setMapping] = useState<RecognisedTable>({ columns: {}, hasHeading: false });
	const [fault, setFault] = useState<string | null>(null);
	function show(rows: string[][], told: TableNotes | null = null) {
		setFault(rows.length > MOST_ROWS + 1 ? t("tooMany", { count: MOST_ROWS }) : null);
		setTable(rows);
		setNotes(told);
		setMapping(recogniseColumns(rows, { currency, homeCountry }));
		key.current = crypto.randomUUID();
	}
	const start = useRef(show);
	useEffect(() => {
		const kept = takeRows(sessionStorage);
		if (kept) start.current([[...KEPT_HEADING], ...kept]);
	}, []);
	const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
	// A list of ten thousand rows is not read again with every key.
	function readPaste(next: string) {
		clearTimeout(pause.current);
		pause.current = setTimeout(async () => {
			const { readTable } = await import("#lib/batches/read-table.ts");
			const { rows, quote } = readTable(next);
			show(quote === null ? rows : []);
			if (quote !== null) setFault(t("unclosedQuote", { n: quote }));
		}, TYPED_MS);
	}
	const rows = useMemo(() => inputRows(table, mapping, currency), [table, mapping, currency]);
	const create = useMutation({
		mutationFn: () => createBatch({ name: typedText(name), rows }, key.current),
		onSuccess: ({ id }) => router.push(`/batches/${id}`),
	});
	const submit = () => {
		const isComplete = NEEDED_FIELDS.every((field) => mapping.columns[field] !== undefined);
		const missing = !typedText(name) ? t("nameNeeded") : rows.length === 0 ? t("rowsNeeded") : null;
		const said = missing ?? (isComplete ? null : t("columnsNeeded"));
		setFault(said ?? (rows.length > MOST_ROWS ? t("tooMany", { count: MOST_ROWS }) : null));
		if (said === null && rows.length <= MOST_ROWS) create.mutate();
	};
	return (
		<form
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				if (!create.isPending) submit();
			}}
			className="grid max-w-[60rem] gap-5"
		>
			<div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
				<Field label={t("column.name")} hint={t("nameHint")}>
					<TextInput value={name} maxLength={80} onChange={(event) => setName(event.target.value)} autoFocus />
				</Field>
				<Field label={t("column.currency")}>
					<Select value={currency} onChange={(event) => setCurrency(event.target.value)}>
						{currencies.map((code) => (
							<option key={code}>{code}</option>
						))}
					</Select>
				</Field>
			</div>
			<Field label={t("paste")} hint={t("pasteHint")}>
				<Textarea
					value={text}
					rows={6}
					spellCheck={false}
					autoComplete="off"
					className="code min-h-32"
					onChange={(event) => {
						setText(event.target.value);
						readPaste(event.target.value);
					}}
				/>
			</Field>
			<TableFile onTable={({ rows: read, notes: told }) => show(read, told)} onFault={setFault} />
			{notes ? <FileNotes notes={notes} /> : null}
			{table.length > 0 ? <BatchColumns table={table} mapping={mapping} onChange={setMapping} /> : null}
			{fault || create.isError ? (
				<Notice tone="danger" urgent>
					{fault ?? errorText(create.error)}
				</Notice>
			) : null}
			<div>
				<Button
					type="submit"
					variant="primary"
					size="lg"
					busy={create.isPending || create.isSuccess}
					disabled={!isReady}
				>
					{t("check", { count: rows.length })}
				</Button>
			</div>
		</form>
	);
}

interface BatchColumnsProps {
	table: readonly (readonly string[])[];
	mapping: RecognisedTable;
	onChange: (mapping: RecognisedTable) => void;
}

function BatchColumns(props: BatchColumnsProps) {
	const t = useTranslations("batches");
	return (
		<ColumnMapping {...props} fields={ROW_FIELDS} needed={NEEDED_FIELDS} nameOf={(field) => t(`column.${field}`)} />
	);
}
