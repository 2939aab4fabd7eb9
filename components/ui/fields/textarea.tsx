"use client";
import type { ComponentProps } from "react";
import { cx } from "#components/ui/class-names.ts";
import { useFieldControl } from "#components/ui/fields/field-control.ts";
import { INPUT_CLASS } from "#components/ui/fields/input-class.ts";

export function Textarea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
	const control = useFieldControl();
	return <textarea {...control} {...rest} rows={rows} className={cx(INPUT_CLASS, "h-auto! py-2", className)} />;
}
