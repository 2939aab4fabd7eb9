"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
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
	const input = useRef<HTMLInputElement>(null);
	const [isReading, setReading] = useState(false);
	const read = async (file: File | undefined) => {
		if (!file) return;
		setReading(true);
		try {
			onTable(await readTableFile(file));
		} catch (error) {
			const code = error instanceof ApiError ? error.fields.file : undefined;
			const key = `fileFaults.${code}` as "fileFaults.empty";
			onFault(code && t.has(key) ? t(key) : errorText(error));
		}
		setReading(false);
		// Lets the person choose the same file again after correcting it.
		if (input.current) input.current.value = "";
	};
	return (
		<div className="flex flex-wrap gap-3">
			<input
				ref={input}
				type="file"
				accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain"
				aria-label={t("file")}
				tabIndex={-1}
				className="sr-only"
				onChange={(event) => void read(event.target.files?.[0])}
			/>
			<Button busy={isReading} onClick={() => input.current?.click()}>
				<Icon name="file-up" />
				{t("chooseFile")}
			</Button>
			{children}
		</div>
	);
}
