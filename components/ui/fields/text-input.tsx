"use client";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";
import { useFieldControl } from "#components/ui/fields/field-control.ts";
import { INPUT_CLASS } from "#components/ui/fields/input-class.ts";

type TextInputProps = ComponentProps<"input"> & {
	leading?: ReactNode;
	trailing?: ReactNode;
};

export function TextInput({ leading, trailing, className, type = "text", ...rest }: TextInputProps) {
	const control = useFieldControl();
	const input = (
		<input {...control} {...rest} type={type} className={cx(INPUT_CLASS, !leading && !trailing && className)} />
	);
	if (!leading && !trailing) return input;
	return (
		<div
			className={cx(
				"flex h-[38px] items-center gap-2 rounded-md border border-line-field bg-surface px-3 has-aria-invalid:border-danger",
				"has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent has-[input:focus-visible]:outline-offset-1",
				"[&>input]:h-full [&>input]:rounded-none [&>input]:border-0 [&>input]:bg-transparent [&>input]:px-0 [&>input]:outline-none",
				className,
			)}
		>
			{leading ? <span className="shrink-0 text-ink-2">{leading}</span> : null}
			{input}
			{trailing ? <span className="shrink-0 text-ink-2">{trailing}</span> : null}
		</div>
	);
}
