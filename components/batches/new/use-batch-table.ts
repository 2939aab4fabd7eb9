"use client";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { useLatest } from "#components/batches/new/use-latest.ts";
import { clearDraft, keepDraft, loadDraft } from "#components/payments/form/stored-draft.ts";
import { loadWithRetries } from "#components/ui/load-on-demand.tsx";
import { MOST_ROWS } from "#lib/batches/batch-states.ts";
import { type RecognisedTable, ROW_FIELDS, recogniseColumns, withoutTitle } from "#lib/batches/recognise-columns.ts";
import type { Table, TableNotes } from "#lib/contracts/batch.ts";

const TYPED_MS = 200;

const EMPTY = { name: "", currency: "", text: "" };

interface ReadTable {
	rows: string[][];
	/** Null for rows that do not come from a file. */
	notes: TableNotes | null;
	mapping: RecognisedTable;
}

const NO_TABLE: ReadTable = { rows: [], notes: null, mapping: { columns: {}, hasHeading: false } };

interface BatchTableProps {
	memberId: string;
	homeCountry: string;
	start: typeof EMPTY;
}

/** Reads a pasted or chosen table. Table, recognised columns and typed text survive a reload of the tab. */
export function useBatchTable({ memberId, homeCountry, start }: BatchTableProps) {
	const t = useTranslations("batches");
	/** The Idempotency-Key of this table; empty before the first table and after the batch is created. */
	const [key, setKey] = useState("");
	const [draft, setDraft] = useState(start);
	const [restored, setRestored] = useState<typeof EMPTY | null>(null);
	const [table, setTable] = useState(NO_TABLE);
	const [fault, setFault] = useState<string | null>(null);
	// True until the table contains the last pasted text or chosen file.
	const [isReading, setReading] = useState(false);
	/** Each paste, file and table calls this: an earlier one that is read late must not replace a newer table. */
	const begin = useLatest();
	const setText = (text: string) => setDraft((last) => ({ ...last, text }));
	function show(next: ReadTable, why: string | null = null) {
		begin();
		setReading(false);
		setFault(next.rows.length > MOST_ROWS + 1 ? t("tooMany", { count: MOST_ROWS }) : why);
		setTable(next);
		setKey(crypto.randomUUID());
	}
	function showRead(read: Omit<ReadTable, "mapping">, separator: string | null, currency = draft.currency) {
		const rows = withoutTitle(read.rows);
		show({ ...read, rows, mapping: { ...recogniseColumns(rows, { currency, homeCountry }), separator } });
	}
	// Waits for a pause in typing, because parsing ten thousand rows at every keystroke would be slow.
	function readPaste(next: string, currency = draft.currency) {
		const isLatest = begin();
		setText(next);
		setReading(true);
		setTimeout(async () => {
			if (!isLatest()) return;
			const { readTable } = await loadWithRetries(() => import("#lib/text/read-table.ts"));
			if (!isLatest()) return;
			const { rows, quote, separator } = readTable(next);
			showRead({ rows: quote === null ? rows : [], notes: null }, separator, currency);
			if (quote !== null) setFault(t("unclosedQuote", { n: quote }));
		}, TYPED_MS);
	}
	const restore = useEffectEvent(({ table: read, ...stored }: typeof EMPTY & { table: string }, storedKey: string) => {
		setKey(storedKey);
		setDraft(stored);
		setRestored(stored);
		if (read) setTable(JSON.parse(read) as ReadTable);
		else readPaste(stored.text, stored.currency);
	});
	useEffect(() => {
		const stored = loadDraft(sessionStorage, "batch", memberId, { ...EMPTY, table: "" });
		if (stored) restore(stored.draft, stored.key);
	}, [memberId]);
	const read = isReading || table.rows.length === 0 ? "" : JSON.stringify(table);
	useEffect(() => {
		if (key && (draft.text || read))
			keepDraft(sessionStorage, "batch", memberId, { draft: { ...draft, table: read }, key });
		else clearDraft(sessionStorage, "batch", memberId);
	}, [draft, read, key, memberId]);
	return {
		...{ key, draft, setDraft, restored, isReading, fault, setFault, readPaste },
		...{ table: table.rows, notes: table.notes, mapping: table.mapping },
		setMapping: (mapping: RecognisedTable) => setTable({ ...table, mapping }),
		/** Forgets the earlier table: nobody may submit it in the belief that it is the chosen file. */
		beginFile() {
			setText("");
			show(NO_TABLE);
			setReading(true);
			return begin();
		},
		showFile: ({ rows, notes, separator }: Table) => showRead({ rows, notes }, separator),
		refuseFile: (why: string) => show(NO_TABLE, why),
		/** Shows rows whose cells are in the order of `ROW_FIELDS`, such as recipients from the book. */
		showRows(cells: string[][]) {
			setText("");
			const heading = ROW_FIELDS.map((field) => t(`column.${field}`));
			const columns = Object.fromEntries(ROW_FIELDS.map((field, place) => [field, place]));
			show({ rows: [heading, ...cells], notes: null, mapping: { columns, hasHeading: true } });
		},
		forgetDraft: () => setKey(""),
		startOver() {
			setRestored(null);
			setDraft(start);
			show(NO_TABLE);
		},
	};
}
