"use client";
import type { ComponentProps } from "react";
import { cx } from "#components/ui/class-names.ts";
import { useFieldControl } from "#components/ui/fields/field-control.ts";
import { INPUT_CLASS } from "#components/ui/fields/input-class.ts";
import { Icon } from "#components/ui/icon.tsx";

/** The browser's own list, which suits each device best. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
	const control = useFieldControl();
	return (
		<span className={cx("relative inline-flex w-full items-center", className)}>
			<select {...control} {...rest} className={cx(INPUT_CLASS, "appearance-none truncate pr-9")}>
				{children}
			</select>
			<Icon name="chevron-down" className="pointer-events-none absolute right-3 size-4 text-ink-2" />
		</span>
	);
}
