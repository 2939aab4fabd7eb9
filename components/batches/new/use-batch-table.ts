"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { KEPT_HEADING, takeRows } from "#components/batches/kept-rows.ts";
import { untilThere } from "#components/ui/all-texts.tsx";
import { MOST_ROWS } from "#lib/batches/batch-states.ts";
import { type RecognisedTable, recogniseColumns, withoutTitle } from "#lib/batches/recognise-columns.ts";
import type { TableNotes } from "#lib/contracts/batch.ts";

const TYPED_MS = 200;

/** The table of a new batch, however it came, and how its columns were understood. */
export function useBatchTable({ currency, homeCountry }: { currency: string; homeCountry: string }) {
	const t = useTranslations("batches");
	const key = useRef("");
	const [table, setTable] = useState<string[][]>([]);
	const [notes, setNotes] = useState<TableNotes | null>(null);
	const [mapping, setMapping] = useState<RecognisedTable>({ columns: {}, hasHeading: false });
	const [fault, setFault] = useState<string | null>(null);
	// The table lacks the text that was pasted last.
	const [isReading, setReading] = useState(false);
	const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
	function show(read: string[][], told: TableNotes | null = null) {
		clearTimeout(pause.current);
		setReading(false);
		const rows = withoutTitle(read);
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
	// A list of ten thousand rows is not read again with every key.
	function readPaste(next: string) {
		clearTimeout(pause.current);
		setReading(true);
		pause.current = setTimeout(async () => {
			const { readTable } = await untilThere(() => import("#lib/batches/read-table.ts"));
			const { rows, quote } = readTable(next);
			show(quote === null ? rows : []);
			if (quote !== null) setFault(t("unclosedQuote", { n: quote }));
		}, TYPED_MS);
	}
	return {
		...{ table, isReading, notes, mapping, setMapping, fault, setFault, show, readPaste },
		/** The Idempotency-Key of this table. */
		key: () => key.current,
	};
}
