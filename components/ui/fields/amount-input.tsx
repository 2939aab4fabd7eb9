"use client";
/** An amount input that groups digits while typing. Its value is plain decimal text ("45000", "12.5"), never a number. */
import { useLocale } from "next-intl";
import { type ComponentProps, useLayoutEffect, useRef, useState } from "react";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { caretAfter, plainAmount, significantBefore, spacedAmount, typedSign } from "#lib/amounts/amount-text.ts";

/** There is no maxLength: the browser would cut a pasted sentence, and the digits that are left would be another amount. */
type AmountInputProps = Omit<ComponentProps<typeof TextInput>, "value" | "onChange" | "type" | "maxLength"> & {
	currency: string;
	/** Plain: "45000", "12.5", "", and also incomplete text such as "12.". */
	value: string;
	onValueChange: (plain: string) => void;
};

export function AmountInput({
	currency,
	value,
	onValueChange,
	onBlur,
	ref: _ref,
	className,
	...rest
}: AmountInputProps) {
	const locale = useLocale();
	const input = useRef<HTMLInputElement>(null);
	const caret = useRef<number | null>(null);
	// The decimal sign as typed, shown while the person types. When they leave the field, the sign of the language replaces it.
	const [sign, setSign] = useState<string>();
	const shown = spacedAmount(value, locale, sign);
	// Grouping moves digits: the caret stays after the same digit, even when a digit in the middle is deleted.
	useLayoutEffect(() => {
		if (caret.current === null || document.activeElement !== input.current) return;
		const place = caretAfter(shown, caret.current);
		input.current?.setSelectionRange(place, place);
		caret.current = null;
	}, [shown]);
	return (
		<TextInput
			{...rest}
			ref={input}
			inputMode="decimal"
			autoComplete="off"
			className={className ?? "h-11! [&>input]:font-[560] [&>input]:text-lg [&>input]:tabular-nums"}
			value={shown}
			trailing={currency}
			onChange={(event) => {
				const { value: text, selectionStart } = event.target;
				caret.current = significantBefore(text, selectionStart ?? text.length);
				setSign(typedSign(text));
				onValueChange(plainAmount(text));
			}}
			onBlur={(event) => {
				setSign(undefined);
				onBlur?.(event);
			}}
		/>
	);
}
