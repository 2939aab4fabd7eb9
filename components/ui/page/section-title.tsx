import type { ComponentProps } from "react";
import { cx } from "#components/ui/class-names.ts";

export function SectionTitle({ className, children, ...rest }: ComponentProps<"h2">) {
	return (
		<h2 {...rest} className={cx("mb-2.5 font-semibold text-[0.8125rem] text-ink", className)}>
			{children}
		</h2>
	);
}
