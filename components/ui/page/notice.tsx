import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";
import type { Tone } from "#components/ui/tone.ts";

const EDGES: Record<Tone, string> = {
	positive: "border-l-positive",
	warning: "border-l-warning",
	danger: "border-l-danger",
	neutral: "border-l-line-strong",
	accent: "border-l-accent",
};

interface NoticeProps {
	tone: Tone;
	title?: ReactNode;
	children?: ReactNode;
	action?: ReactNode;
	/** True for a notice that appears while the page is open: screen readers read it at once. */
	urgent?: boolean;
	className?: string;
}

export function Notice({ tone, title, children, action, urgent = false, className }: NoticeProps) {
	return (
		<div
			role={urgent ? "alert" : undefined}
			className={cx(
				"flex flex-wrap items-center gap-x-4 gap-y-3 rounded-[6px] border border-line border-l-[3px] bg-surface px-4 py-[13px]",
				EDGES[tone],
				className,
			)}
		>
			<div className="min-w-0 flex-1 basis-60">
				{title ? <strong className="font-semibold">{title}</strong> : null}
				{title && children ? " " : null}
				{children}
			</div>
			{action}
		</div>
	);
}
