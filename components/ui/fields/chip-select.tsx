"use client";
import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";
import { Options } from "#components/ui/fields/options.tsx";
import { Select } from "#components/ui/fields/select.tsx";

interface ChipSelectProps {
	/** For screen readers; only the selected option is visible. */
	label: string;
	/** "" means no filter, with the text `all`. */
	value: string;
	onChange: (value: string) => void;
	all: string;
	options?: readonly (readonly [value: string, text: string])[];
	children?: ReactNode;
}

export function ChipSelect({ label, value, onChange, all, options = [], children }: ChipSelectProps) {
	return (
		<Select
			aria-label={label}
			value={value}
			onChange={(event) => onChange(event.target.value)}
			className={cx(
				"w-auto! max-w-[min(100%,15rem)] [&>select]:h-chip! [&>select]:pr-8 [&>select]:pl-2.5 [&>select]:text-[0.8125rem]! [&>.icon]:right-2.5",
				value === ""
					? "[&>select]:border-line-strong"
					: "[&>select]:border-accent [&>select]:bg-accent-soft [&>select]:font-[550]",
			)}
		>
			<option value="">{all}</option>
			<Options of={options} />
			{children}
		</Select>
	);
}
