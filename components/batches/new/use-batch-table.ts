"use client";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { clearDraft, keepDraft, loadDraft } from "#components/payments/form/stored-draft.ts";
import { untilThere } from "#components/ui/all-texts.tsx";
import { MOST_ROWS } from "#lib/batches/batch-states.ts";
import { KEPT_HEADING, takeRows } from "#lib/batches/kept-rows.ts";
import { type RecognisedTable, recogniseColumns, withoutTitle } from "#lib/batches/recognise-columns.ts";
import type { TableNotes } from "#lib/contracts/batch.ts";

const TYPED_MS = 200;

const EMPTY = { name: "", currency: "", text: "" };

interface BatchTableProps {
	memberId: string;
	homeCountry: string;
	/** The form's first values. */
	start: typeof EMPTY;
}

/** The table of a new batch, however it came, and how its columns were understood. What is pasted survives a reload. */
export function useBatchTable({ memberId, homeCountry, start }: BatchTableProps) {
	const t = useTranslations("batches");
	/** The Idempotency-Key of this table; empty without one, and once the batch is made. */
	const [key, setKey] = useState("");
	const [draft, setDraft] = useState(start);
	const [restored, setRestored] = useState<typeof EMPTY | null>(null);
	const [table, setTable] = useState<string[][]>([]);
	const [notes, setNotes] = useState<TableNotes | null>(null);
	const [mapping, setMapping] = useState<RecognisedTable>({ columns: {}, hasHeading: false });
	const [fault, setFault] = useState<string | null>(null);
	// The table lacks the text that was pasted last.
	const [isReading, setReading] = useState(false);
	const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
	function show(read: string[][], told: TableNotes | null = null, keptKey?: string) {
		clearTimeout(pause.current);
		setReading(false);
		const rows = withoutTitle(read);
		setFault(rows.length > MOST_ROWS + 1 ? t("tooMany", { count: MOST_ROWS }) : null);
		setTable(rows);
		setNotes(told);
		setMapping(recogniseColumns(rows, { currency: draft.currency, homeCountry }));
		setKey(keptKey ?? crypto.randomUUID());
	}
	const showKept = useEffectEvent(show);
	useEffect(() => {
		const kept = takeRows(sessionStorage);
		if (kept) return showKept([[...KEPT_HEADING], ...kept]);
		const stored = loadDraft(sessionStorage, "batch", memberId, EMPTY);
		if (!stored) return;
		setKey(stored.key);
		setDraft(stored.draft);
		setRestored(stored.draft);
	}, [memberId]);
	// After the render with its currency.
	const readRestored = useEffectEvent((text: string) => readPaste(text, key));
	useEffect(() => {
		if (restored) readRestored(restored.text);
	}, [restored]);
	useEffect(() => {
		if (draft.text && key) keepDraft(sessionStorage, "batch", memberId, { draft, key });
		else clearDraft(sessionStorage, "batch", memberId);
	}, [draft, key, memberId]);
	// A list of ten thousand rows is not read again with every key.
	function readPaste(next: string, keptKey?: string) {
		clearTimeout(pause.current);
		setReading(true);
		pause.current = setTimeout(async () => {
			const { readTable } = await untilThere(() => import("#lib/batches/read-table.ts"));
			const { rows, quote } = readTable(next);
			show(quote === null ? rows : [], null, keptKey);
			if (quote !== null) setFault(t("unclosedQuote", { n: quote }));
		}, TYPED_MS);
	}
	return {
		...{ draft, setDraft, restored, table, isReading, notes, mapping, setMapping, fault, setFault, show, readPaste },
		key,
		forgetDraft: () => setKey(""),
		startOver() {
			setRestored(null);
			setDraft(start);
			show([]);
		},
	};
}
