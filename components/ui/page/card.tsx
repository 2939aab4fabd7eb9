import type { ComponentProps } from "react";
import { cx } from "#components/ui/class-names.ts";

export function Card({ className, ...rest }: ComponentProps<"section">) {
	return <section {...rest} className={cx("rounded-lg border border-line bg-surface p-[18px]", className)} />;
}
