"use client";
import { ArrowDown, ArrowUp } from "lucide-react";
import { cx } from "#components/ui/class-names.ts";
import { HeadCell } from "#components/ui/table.tsx";
import { ViewLink } from "#components/ui/view-link.tsx";

interface SortCellProps {
	label: string;
	/** The order of now, when it is by this column. */
	sorted: "ascending" | "descending" | undefined;
	/** The view in the other order. */
	href: string;
	numeric?: boolean;
}

/** A column's head that orders the table. */
export function SortCell({ label, sorted, href, numeric = false }: SortCellProps) {
	const Arrow = sorted === "ascending" ? ArrowUp : ArrowDown;
	return (
		<HeadCell numeric={numeric} aria-sort={sorted ?? "none"}>
			<ViewLink
				href={href}
				className={cx(
					"group/sort inline-flex items-center gap-1 rounded-sm hover:text-ink",
					numeric && "flex-row-reverse",
					sorted && "text-ink",
				)}
			>
				{label}
				<Arrow
					aria-hidden="true"
					className={cx(
						"size-3.5",
						!sorted && "opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60",
					)}
				/>
			</ViewLink>
		</HeadCell>
	);
}
