"use client";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { readTableFile } from "#lib/queries/batches.ts";

interface TableFileProps {
	onTable: (rows: string[][]) => void;
	onFault: (fault: string) => void;
}

/** Text files are read here, workbooks by the server. */
export function TableFile({ onTable, onFault }: TableFileProps) {
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
			onFault(errorText(error as Error));
		}
		setReading(false);
		// Lets the person choose the same file again after correcting it.
		if (input.current) input.current.value = "";
	};
	return (
		<div>
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
		</div>
	);
}
