"use client";
import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";
import { Icon } from "#components/ui/icon.tsx";
import { HeadCell } from "#components/ui/table/table.tsx";
import { ViewLink } from "#components/ui/view-link.tsx";

interface SortCellProps {
	label: string;
	sorted: "ascending" | "descending" | undefined;
	href: string;
	numeric?: boolean;
	className?: string;
	children?: ReactNode;
}

export function SortCell({ label, sorted, href, numeric = false, className, children }: SortCellProps) {
	const arrow = (
		<Icon
			name={sorted === "ascending" ? "arrow-up" : "arrow-down"}
			className={cx(
				"mx-1 inline-block size-3.5 align-[-2.5px]",
				!sorted && "opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60",
			)}
		/>
	);
	return (
		<HeadCell numeric={numeric} className={className} aria-sort={sorted ?? "none"}>
			{children}
			<ViewLink href={href} className={cx("group/sort rounded-sm hover:text-ink", sorted && "text-ink")}>
				{numeric ? arrow : null}
				{label}
				{numeric ? null : arrow}
			</ViewLink>
		</HeadCell>
	);
}
