"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useMemo, useState } from "react";
import { ImportResultNotice } from "#components/imports/import-result-notice.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { FileButton } from "#components/ui/fields/file-button.tsx";
import { ReadyButton } from "#components/ui/fields/ready-button.tsx";
import { Textarea } from "#components/ui/fields/textarea.tsx";
import { loadWithRetries } from "#components/ui/load-on-demand.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
import type { ImportResult } from "#lib/contracts/imported-transaction.ts";
import type { ReferenceList } from "#lib/imports/reference-list.ts";
import { sendReferences } from "#lib/queries/imported-transactions.ts";

/** The largest text in characters, far more than the references of a busy month. People must split a longer text. */
const MAX_TEXT = 1_000_000;

type ReadList = (text: string) => ReferenceList;
const NOTHING_YET: ReferenceList = { references: [], faults: [], left: "", repeated: 0, column: null };

/** Loads the table parser only once there is text to read. */
async function loadReader(): Promise<ReadList> {
	return (await loadWithRetries(() => import("#lib/imports/reference-list.ts"))).readReferenceList;
}

/** Null for a file that is no text or cannot be read. */
async function readText(file: File): Promise<string | null> {
	try {
		const { decodeText } = await loadWithRetries(() => import("#lib/text/read-table.ts"));
		const text = decodeText(new Uint8Array(await file.arrayBuffer()));
		// Text has no NUL: the file is binary, such as a workbook or a PDF, whatever its name.
		return text.includes("\0") ? null : text;
	} catch {
		return null;
	}
}

export function ImportForm() {
	const t = useTranslations("imports");
	const errorText = useErrorText();
	const [text, setText] = useState("");
	const [fault, setFault] = useState<string | null>(null);
	const [result, setResult] = useState<(ImportResult & { left: number }) | null>(null);
	const [read, setRead] = useState<ReadList | null>(null);
	const list = useMemo(() => (read && text ? read(text) : NOTHING_YET), [read, text]);
	const send = useRefetchingMutation({
		mutationFn: sendReferences,
		onSuccess: (sum) => {
			setResult({ ...sum, left: list.faults.length });
			// Keeps the lines that were not recognised in the field, so that people can correct them.
			setText(list.left);
		},
		onError: (error) => setFault(errorText(error)),
	});
	const change = (next: string) => {
		const isTooLong = next.length > MAX_TEXT;
		setFault(isTooLong ? t("tooLong") : null);
		setResult(null);
		// Cuts at a line's end, because half a reference could be taken for another reference.
		setText(isTooLong ? next.slice(0, next.lastIndexOf("\n", MAX_TEXT) + 1 || MAX_TEXT) : next);
		if (!read) void loadReader().then((loaded) => setRead(() => loaded));
	};
	const submit = async () => {
		if (send.isPending) return;
		// Waits for the parser if the person submits before it is loaded.
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
					// Read-only while the list is being sent, because the answer replaces the text of the field.
					readOnly={send.isPending}
					rows={6}
					autoFocus
					spellCheck={false}
					autoComplete="off"
					autoCapitalize="none"
					className="code min-h-32"
				/>
			</Field>
			<ImportPreview list={list} />
			<div className="mt-3 flex flex-wrap gap-2">
				<ReadyButton type="submit" variant="primary" busy={send.isPending}>
					{send.isPending ? t("importing") : t("import", { count: list.references.length })}
				</ReadyButton>
				<FileButton
					label={t("file")}
					action={t("chooseFile")}
					disabled={send.isPending}
					onFile={async (file) => {
						const content = await readText(file);
						if (content === null) setFault(t("fileUnreadable"));
						else change(content);
					}}
				/>
			</div>
			{result ? <ImportResultNotice result={result} /> : null}
		</form>
	);
}

const SHOWN_FAULTS = 5;

function ImportPreview({ list }: { list: ReferenceList }) {
	const t = useTranslations("imports");
	const { references, faults, repeated, column } = list;
	const parts = [
		t("understood", { count: references.length }),
		...(column === null ? [] : [t("column", { name: column })]),
		...(repeated > 0 ? [t("repeated", { count: repeated })] : []),
	];
	const isEmpty = references.length === 0 && faults.length === 0;
	return (
		<div className="mt-2 min-h-6 text-ink-2 text-sm" aria-live="polite">
			{isEmpty ? null : <p>{parts.join(" · ")}</p>}
			{faults.length > 0 ? (
				<div className="mt-1">
					<p className="font-[520] text-warning">{t("notUnderstood", { count: faults.length })}</p>
					<ul className="mt-0.5">
						{faults.slice(0, SHOWN_FAULTS).map(({ line, text }) => (
							<li key={`${line}:${text}`} className="truncate">
								{t("line", { line })} <bdi className="code">{text}</bdi>
							</li>
						))}
					</ul>
					{faults.length > SHOWN_FAULTS ? <p>{t("moreFaults", { count: faults.length - SHOWN_FAULTS })}</p> : null}
				</div>
			) : null}
		</div>
	);
}
