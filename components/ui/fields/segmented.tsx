"use client";
import { type ReactNode, useId } from "react";

interface SegmentedProps<T extends string> {
	label: string;
	/** In a form the label is visible; elsewhere only screen readers read it, because the options say what they choose. */
	labelled?: boolean;
	value: T;
	options: readonly { value: T; label: ReactNode }[];
	onChange: (value: T) => void;
	className?: string;
}

export function Segmented<T extends string>(props: SegmentedProps<T>) {
	const { label, labelled = false, value, options, onChange, className } = props;
	const name = useId();
	return (
		<fieldset className={className}>
			<legend className={labelled ? "mb-[5px] font-[530] text-[0.8125rem]" : "sr-only"}>{label}</legend>
			<div className="segmented">
				{options.map((option) => (
					<label key={option.value}>
						<input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
						{option.label}
					</label>
				))}
			</div>
		</fieldset>
	);
}
