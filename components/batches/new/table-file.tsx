"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { FileButton } from "#components/ui/fields/file-button.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { ApiError } from "#lib/api.ts";
import type { Table } from "#lib/contracts/batch.ts";
import { readTableFile } from "#lib/queries/batches.ts";

interface TableFileProps {
	/** Other ways to bring rows, in the same line. */
	children?: ReactNode;
	onTable: (table: Table) => void;
	onFault: (fault: string) => void;
}

/** The server reads it. */
export function TableFile({ children, onTable, onFault }: TableFileProps) {
	const t = useTranslations("batches");
	const errorText = useErrorText();
	const read = async (file: File) => {
		try {
			onTable(await readTableFile(file));
		} catch (error) {
			const code = error instanceof ApiError ? error.fields.file : undefined;
			const key = `fileFaults.${code}` as "fileFaults.empty";
			onFault(code && t.has(key) ? t(key) : errorText(error));
		}
	};
	return (
		<div className="flex flex-wrap gap-3">
			<FileButton label={t("file")} action={t("chooseFile")} accept=".xlsx," onFile={read} />
			{children}
		</div>
	);
}
