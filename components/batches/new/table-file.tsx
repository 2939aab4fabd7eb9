"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Field } from "#components/ui/fields/field.tsx";
import { FileButton } from "#components/ui/fields/file-button.tsx";
import { Textarea } from "#components/ui/fields/textarea.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { ApiError } from "#lib/api.ts";
import type { Table, TableNotes } from "#lib/contracts/batch.ts";
import { readTableFile } from "#lib/queries/batches.ts";

interface TableFileProps {
	children?: ReactNode;
	/** Returns a function that is false once something newer than this file was chosen or pasted: the file then goes nowhere. */
	onChosen: () => () => boolean;
	onTable: (table: Table) => void;
	onFault: (fault: string) => void;
}

export function TableFile({ children, onChosen, onTable, onFault }: TableFileProps) {
	const t = useTranslations("batches");
	const errorText = useErrorText();
	const read = async (file: File) => {
		const isLatest = onChosen();
		try {
			const table = await readTableFile(file);
			if (isLatest()) onTable(table);
		} catch (error) {
			if (!isLatest()) return;
			const code = error instanceof ApiError ? error.fields.file : undefined;
			const key = `fileFaults.${code}` as "fileFaults.empty";
			onFault(code && t.has(key) ? t(key) : errorText(error));
		}
	};
	return (
		<div className="flex flex-wrap gap-3">
			<FileButton label={t("file")} action={t("chooseFile")} endings={[".xlsx"]} onFile={read} />
			{children}
		</div>
	);
}

export function FileNotes({ notes: { sheet, otherSheets, hiddenRows, hiddenColumns } }: { notes: TableNotes }) {
	const t = useTranslations("batches.fileNotes");
	if (otherSheets.length === 0 && hiddenRows === 0 && hiddenColumns === 0) return null;
	return (
		<Notice tone="warning" title={t("title")}>
			<ul className="grid gap-0.5">
				{otherSheets.length > 0 ? <li>{t("sheets", { sheet: sheet ?? "", others: otherSheets.join(", ") })}</li> : null}
				{hiddenRows > 0 ? <li>{t("rows", { count: hiddenRows })}</li> : null}
				{hiddenColumns > 0 ? <li>{t("columns", { count: hiddenColumns })}</li> : null}
			</ul>
		</Notice>
	);
}

interface PasteFieldProps {
	text: string;
	autoFocus?: boolean;
	/** Names of the usual columns, shown while the field is empty. */
	columns?: readonly string[];
	onText: (text: string) => void;
}

export function PasteField({ text, autoFocus, columns, onText }: PasteFieldProps) {
	const t = useTranslations("batches");
	return (
		<Field label={t("paste")} hint={t("pasteHint")}>
			<Textarea
				value={text}
				rows={6}
				placeholder={columns?.join("   ")}
				autoFocus={autoFocus}
				spellCheck={false}
				autoComplete="off"
				className="code min-h-32"
				onChange={(event) => onText(event.target.value)}
			/>
		</Field>
	);
}
