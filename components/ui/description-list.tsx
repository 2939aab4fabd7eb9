import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";

export function DescriptionList({ children, className }: { children: ReactNode; className?: string }) {
	return (
		<dl
			className={cx(
				"grid grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-x-3 gap-y-[9px] text-sm max-[22rem]:grid-cols-[minmax(0,1fr)] max-[22rem]:gap-y-0.5 max-[22rem]:[&>dd]:mb-2 [&>dt]:min-w-22",
				className,
			)}
		>
			{children}
		</dl>
	);
}

export function Description({ term, children }: { term: ReactNode; children: ReactNode }) {
	return (
		<>
			<dt className="text-ink-2">{term}</dt>
			<dd className="min-w-0 break-words">{children}</dd>
		</>
	);
}
