import type { ReactNode } from "react";

interface EmptyStateProps {
	title: ReactNode;
	children?: ReactNode;
	action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
	return (
		<div className="grid justify-items-center gap-1.5 rounded-lg border border-line border-dashed px-6 py-12 text-center">
			<p className="font-[560]">{title}</p>
			{children ? <p className="max-w-[46ch] text-ink-2 text-sm">{children}</p> : null}
			{action ? <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div> : null}
		</div>
	);
}
