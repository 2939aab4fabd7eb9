import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";

export type TimelineTone = "done" | "positive" | "warning" | "danger" | "next";

const DOTS: Record<TimelineTone, string> = {
	done: "border-accent bg-accent",
	positive: "border-positive bg-positive",
	warning: "border-warning bg-warning",
	danger: "border-danger bg-danger",
	next: "border-line-strong bg-paper",
};

export function Timeline({ children, label }: { children: ReactNode; label: string }) {
	return (
		<ol aria-label={label} className="relative">
			{children}
		</ol>
	);
}

interface TimelineItemProps {
	tone: TimelineTone;
	title: ReactNode;
	children?: ReactNode;
}

export function TimelineItem({ tone, title, children }: TimelineItemProps) {
	return (
		<li
			className={cx(
				"relative pb-5 pl-[26px] last:pb-0",
				"before:absolute before:top-[18px] before:-bottom-px before:left-1.5 before:w-px before:bg-line-strong last:before:hidden",
			)}
		>
			<span aria-hidden="true" className={cx("absolute top-1 left-0 size-[13px] rounded-full border-2", DOTS[tone])} />
			<div className={cx("font-[530]", tone === "next" && "text-ink-2")}>{title}</div>
			{children ? <div className="text-ink-2 text-xs tabular-nums first-letter:uppercase">{children}</div> : null}
		</li>
	);
}
