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

interface DescriptionProps {
	term: ReactNode;
	/** True: shows the value below its term, so that a long reference fits on one line. */
	below?: boolean;
	children: ReactNode;
}

export function Description({ term, below = false, children }: DescriptionProps) {
	return (
		<>
			<dt className={cx("text-ink-2", below && "col-span-full min-[22rem]:-mb-[7px]")}>{term}</dt>
			<dd className={cx("min-w-0 break-words", below && "col-span-full")}>{children}</dd>
		</>
	);
}
