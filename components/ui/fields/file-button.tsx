"use client";
import { useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";

interface FileButtonProps {
	label: string;
	action: string;
	/** File extensions to accept in addition to those of text files, such as ".xlsx". */
	endings?: readonly string[];
	disabled?: boolean;
	/** Must handle its own errors. */
	onFile: (file: File) => Promise<void>;
}

/** Reads a chosen file; the same file can be chosen again after it was corrected. */
export function FileButton({ label, action, endings = [], disabled = false, onFile }: FileButtonProps) {
	const input = useRef<HTMLInputElement>(null);
	const [isReading, setReading] = useState(false);
	const read = async (file: File | undefined) => {
		if (!file) return;
		setReading(true);
		await onFile(file);
		setReading(false);
		if (input.current) input.current.value = "";
	};
	return (
		<>
			<input
				ref={input}
				type="file"
				accept={[...endings, ".csv,.txt,.tsv,text/csv,text/plain"].join()}
				aria-label={label}
				tabIndex={-1}
				className="sr-only"
				onChange={(event) => void read(event.target.files?.[0])}
			/>
			<Button disabled={disabled} busy={isReading} onClick={() => input.current?.click()}>
				<Icon name="file-up" />
				{action}
			</Button>
		</>
	);
}
