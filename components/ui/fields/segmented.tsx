"use client";
/** One of a few, all in sight. */
import { type ReactNode, useId } from "react";
import { cx } from "#components/ui/class-names.ts";

interface SegmentedProps<T extends string> {
	/** Heard as the group's name. */
	label: string;
	value: T;
	options: readonly { value: T; label: ReactNode }[];
	onChange: (value: T) => void;
	className?: string;
}

export function Segmented<T extends string>({ label, value, options, onChange, className }: SegmentedProps<T>) {
	const name = useId();
	return (
		<fieldset className={cx("inline-flex flex-wrap rounded-md border border-line-strong bg-sunken p-0.5", className)}>
			<legend className="sr-only">{label}</legend>
			{options.map((option) => (
				<label
					key={option.value}
					className={cx(
						"relative flex h-7 flex-1 items-center justify-center gap-1.5 rounded-[5px] px-2.5 font-medium text-ink-2 text-xs whitespace-nowrap",
						"has-checked:bg-surface has-checked:text-ink has-checked:ring-1 has-checked:ring-line-strong has-focus-visible:outline-2 has-focus-visible:outline-accent",
					)}
				>
					<input
						type="radio"
						name={name}
						className="absolute inset-0 m-0 cursor-pointer appearance-none opacity-0"
						checked={option.value === value}
						onChange={() => onChange(option.value)}
					/>
					{option.label}
				</label>
			))}
		</fieldset>
	);
}
