"use client";
import { type ReactNode, useId } from "react";
import { cx } from "#components/ui/class-names.ts";

interface SegmentedProps<T extends string> {
	/** The group's name for screen readers. */
	label: string;
	value: T;
	options: readonly { value: T; label: ReactNode }[];
	onChange: (value: T) => void;
	className?: string;
}

export function Segmented<T extends string>({ label, value, options, onChange, className }: SegmentedProps<T>) {
	const name = useId();
	return (
		<fieldset className={cx("segmented", className)}>
			<legend className="sr-only">{label}</legend>
			{options.map((option) => (
				<label key={option.value}>
					<input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
					{option.label}
				</label>
			))}
		</fieldset>
	);
}
