"use client";
import { ArrowDown, ArrowUp } from "lucide-react";
import { cx } from "#components/ui/class-names.ts";
import { HeadCell } from "#components/ui/table/table.tsx";
import { ViewLink } from "#components/ui/view-link.tsx";

interface SortCellProps {
	label: string;
	/** The order of now, when it is by this column. */
	sorted: "ascending" | "descending" | undefined;
	/** The view in the other order. */
	href: string;
	numeric?: boolean;
	className?: string;
}

/** A column's head that orders the table. */
export function SortCell({ label, sorted, href, numeric = false, className }: SortCellProps) {
	const Arrow = sorted === "ascending" ? ArrowUp : ArrowDown;
	const arrow = (
		<Arrow
			aria-hidden="true"
			className={cx(
				"mx-1 inline size-3.5 align-[-2.5px]",
				!sorted && "opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60",
			)}
		/>
	);
	return (
		<HeadCell numeric={numeric} className={className} aria-sort={sorted ?? "none"}>
			<ViewLink href={href} className={cx("group/sort rounded-sm hover:text-ink", sorted && "text-ink")}>
				{numeric ? arrow : null}
				{label}
				{numeric ? null : arrow}
			</ViewLink>
		</HeadCell>
	);
}
