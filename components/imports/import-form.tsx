"use client";
/** References started elsewhere, pasted or from a file. What was understood is shown before anything is sent. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useMemo, useRef, useState } from "react";
import { ImportPreview } from "#components/imports/import-preview.tsx";
import { ImportResultNotice } from "#components/imports/import-result-notice.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { Textarea } from "#components/ui/fields/textarea.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import type { ImportResult } from "#lib/contracts/imported-transaction.ts";
import { importQueries, sendReferences } from "#lib/queries/imported-transactions.ts";
import type { ReferenceList } from "#lib/reference-list.ts";

/** Far above a month of a busy counter; a larger file is split by whoever has it. */
const MAX_TEXT = 1_000_000;

type ReadList = (text: string) => ReferenceList;
const NOTHING_YET: ReferenceList = { references: [], faults: [], repeated: 0, column: null };

/** With the parser of tables: it comes once there is something to read. */
async function loadReader(): Promise<ReadList> {
	return (await import("#lib/reference-list.ts")).readReferenceList;
}

export function ImportForm() {
	const t = useTranslations("imports");
	const errorText = useErrorText();
	const hydrated = useHydrated();
	const client = useQueryClient();
	const [text, setText] = useState("");
	const [fault, setFault] = useState<string | null>(null);
	const [result, setResult] = useState<(ImportResult & { left: number }) | null>(null);
	const [read, setRead] = useState<ReadList | null>(null);
	const list = useMemo(() => (read && text ? read(text) : NOTHING_YET), [read, text]);
	const send = useMutation({
		mutationFn: sendReferences,
		onSuccess: (sum) => {
			const left = list.faults.map(({ text: line }) => line);
			setResult({ ...sum, left: left.length });
			// What was not understood stays, to be mended: nothing that was typed vanishes.
			setText(left.join("\n"));
		},
		onError: (error) => setFault(errorText(error)),
		onSettled: () => client.invalidateQueries({ queryKey: importQueries.all }),
	});
	const change = (next: string) => {
		setFault(next.length > MAX_TEXT ? t("tooLong") : null);
		setResult(null);
		setText(next.slice(0, MAX_TEXT));
		if (!read) void loadReader().then((loaded) => setRead(() => loaded));
	};
	const submit = async () => {
		if (send.isPending) return;
		// Who is quicker than the reader of lists waits for it.
		const { references } = read ? list : (await loadReader())(text);
		if (references.length === 0) return setFault(t("needed"));
		setFault(null);
		send.mutate(references);
	};
	const onSubmit = (event: FormEvent) => {
		event.preventDefault();
		void submit();
	};
	return (
		<form noValidate onSubmit={onSubmit} className="max-w-[44rem]">
			<Field label={t("references")} hint={t("referencesHint")} error={fault}>
				<Textarea
					value={text}
					onChange={(event) => change(event.target.value)}
					// What is typed while the list is on its way would be lost when it is there.
					readOnly={send.isPending}
					rows={6}
					spellCheck={false}
					autoComplete="off"
					autoCapitalize="none"
					className="code min-h-32"
				/>
			</Field>
			<ImportPreview list={list} />
			<div className="mt-3 flex flex-wrap gap-2">
				<Button type="submit" variant="primary" busy={send.isPending} disabled={!hydrated}>
					{send.isPending ? t("importing") : t("import", { count: list.references.length })}
				</Button>
				<FileButton onText={change} onFault={() => setFault(t("fileUnreadable"))} />
			</div>
			{result ? <ImportResultNotice result={result} /> : null}
		</form>
	);
}

function FileButton({ onText, onFault }: { onText: (text: string) => void; onFault: () => void }) {
	const t = useTranslations("imports");
	const input = useRef<HTMLInputElement>(null);
	const read = async (file: File | undefined) => {
		if (!file) return;
		try {
			onText(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()));
		} catch {
			onFault();
		}
		// The same file may be chosen again after it was mended.
		if (input.current) input.current.value = "";
	};
	return (
		<>
			<input
				ref={input}
				type="file"
				accept=".csv,.txt,.tsv,text/csv,text/plain"
				aria-label={t("file")}
				tabIndex={-1}
				className="sr-only"
				onChange={(event) => void read(event.target.files?.[0])}
			/>
			<Button onClick={() => input.current?.click()}>
				<FileUp aria-hidden="true" />
				{t("chooseFile")}
			</Button>
		</>
	);
}
