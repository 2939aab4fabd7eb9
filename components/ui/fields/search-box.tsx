"use client";
import { type FormEvent, useState } from "react";
import { cx } from "#components/ui/class-names.ts";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { typedText } from "#lib/text/typed-text.ts";

interface SearchBoxProps {
	label: string;
	value: string | undefined;
	maxLength: number;
	onSearch: (text: string | undefined) => void;
	className: string;
}

/** Searches at Enter, and shows the whole list as soon as the box is cleared. */
export function SearchBox({ label, value = "", maxLength, onSearch, className }: SearchBoxProps) {
	const [text, setText] = useState(value);
	const [shown, setShown] = useState(value);
	// A link or the back button has changed the list: the box shows the text of this list.
	if (shown !== value) {
		setShown(value);
		setText(value);
	}
	function search(typed: string) {
		const wanted = typedText(typed);
		if (wanted !== value) onSearch(wanted || undefined);
	}
	return (
		<form
			onSubmit={(event: FormEvent) => {
				event.preventDefault();
				search(text);
			}}
			className={cx("min-w-0 flex-1", className)}
		>
			<TextInput
				type="search"
				aria-label={label}
				placeholder={label}
				title={label}
				value={text}
				maxLength={maxLength}
				enterKeyHint="search"
				onChange={({ target }) => {
					setText(target.value);
					if (target.value === "") search("");
				}}
				leading={<Icon name="search" className="size-4" />}
				className="h-chip! border-line-strong! px-2.5! [&>input]:text-[0.8125rem]!"
			/>
		</form>
	);
}
