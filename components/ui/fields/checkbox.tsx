"use client";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "#components/ui/class-names.ts";

type CheckboxProps = ComponentProps<"input"> & { type?: "checkbox" | "radio"; label: ReactNode; hint?: ReactNode };

export function Checkbox({ type = "checkbox", label, hint, className, ...rest }: CheckboxProps) {
	const id = useId();
	return (
		<div className={cx("grid grid-cols-[18px_1fr] gap-x-2.5", className)}>
			<input
				{...rest}
				id={id}
				type={type}
				aria-describedby={hint ? `${id}-hint` : undefined}
				className="mt-px size-[18px] accent-accent"
			/>
			<label htmlFor={id}>{label}</label>
			{hint ? (
				<p id={`${id}-hint`} className="col-start-2 text-ink-2 text-xs">
					{hint}
				</p>
			) : null}
		</div>
	);
}
