/**
 * Parts of a real table: hairlines, sticky head, numbers right-aligned in tabular figures. Heads of lists have a width each,
 * wide enough for what stands there on most days: the columns of the next page stand where they stood.
 */
import type { ComponentProps } from "react";
import { cx } from "#components/ui/class-names.ts";

type Cell = {
	/** Right-aligned tabular figures. */
	numeric?: boolean;
	/** Left out on phones, where when, what and how much stay. */
	wide?: boolean;
};

/** `caption` is heard, not seen: the page's heading already shows it. */
export function Table({ caption, className, children, ...rest }: ComponentProps<"table"> & { caption: string }) {
	return (
		<table {...rest} className={cx("w-full border-collapse text-sm", className)}>
			<caption className="sr-only">{caption}</caption>
			{children}
		</table>
	);
}

export function TableHead({ className, ...rest }: ComponentProps<"thead">) {
	return <thead {...rest} className={cx("sticky top-(--frame-top) z-10 bg-paper", className)} />;
}

export function TableRow({ className, ...rest }: ComponentProps<"tr">) {
	return <tr {...rest} className={cx("[tbody>&]:hover:bg-surface", className)} />;
}

export function HeadCell({
	numeric = false,
	wide = false,
	className,
	scope = "col",
	...rest
}: ComponentProps<"th"> & Cell) {
	return (
		<th
			{...rest}
			scope={scope}
			className={cx(
				"whitespace-nowrap border-line-strong border-b px-1.5 py-2 text-left font-medium text-ink-2 text-xs first:pl-0.5 last:pr-0.5 sm:px-3",
				numeric && "text-right",
				wide && "max-sm:hidden",
				className,
			)}
		/>
	);
}

export function BodyCell({ numeric = false, wide = false, className, ...rest }: ComponentProps<"td"> & Cell) {
	return <td {...rest} className={cx("cell", numeric && "num text-right", wide && "max-sm:hidden", className)} />;
}

export function FootCell({ numeric = false, wide = false, className, ...rest }: ComponentProps<"td"> & Cell) {
	return (
		<td
			{...rest}
			className={cx(
				"px-1.5 py-[7px] align-baseline font-[550] first:pl-0.5 last:pr-0.5 sm:px-3 [tr:first-child>&]:pt-[11px]",
				numeric && "num text-right max-sm:text-xs",
				wide && "max-sm:hidden",
				className,
			)}
		/>
	);
}
