"use client";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";

interface FileButtonProps {
	disabled: boolean;
	onText: (text: string) => void;
	onFault: () => void;
}

/** Reads a file as text, in whatever code page it was saved. */
export function FileButton({ disabled, onText, onFault }: FileButtonProps) {
	const t = useTranslations("imports");
	const input = useRef<HTMLInputElement>(null);
	const read = async (file: File | undefined) => {
		if (!file) return;
		try {
			const { decodeText } = await import("#lib/batches/read-table.ts");
			const text = decodeText(new Uint8Array(await file.arrayBuffer()));
			// A workbook or a paper, whatever its name.
			if (text.includes("\0")) onFault();
			else onText(text);
		} catch {
			onFault();
		}
		// Lets the person choose the same file again after correcting it.
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
			<Button disabled={disabled} onClick={() => input.current?.click()}>
				<Icon name="file-up" />
				{t("chooseFile")}
			</Button>
		</>
	);
}
