"use client";
import { useTranslations } from "next-intl";
import { Field } from "#components/ui/fields/field.tsx";
import { Textarea } from "#components/ui/fields/textarea.tsx";

interface PasteFieldProps {
	text: string;
	/** The first field of its form. */
	autoFocus?: boolean;
	/** Names of the usual columns, shown while it is empty. */
	columns?: readonly string[];
	onText: (text: string) => void;
}

/** The field for the cells of a spreadsheet. */
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
