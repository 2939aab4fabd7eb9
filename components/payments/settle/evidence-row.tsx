import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";
import { BodyCell } from "#components/ui/table/table.tsx";

interface EvidenceRowProps {
	label: ReactNode;
	detail?: ReactNode;
	figure?: ReactNode;
	strong?: boolean;
}

export function EvidenceRow({ label, detail, figure, strong = false }: EvidenceRowProps) {
	return (
		<tr>
			<BodyCell className="w-[44%] max-[22rem]:wrap-anywhere max-sm:w-auto max-sm:[&>span]:whitespace-normal">
				{label}
				<span className="block text-ink-2 text-xs empty:hidden sm:hidden">{detail}</span>
			</BodyCell>
			<BodyCell wide className="text-ink-2">
				{detail}
			</BodyCell>
			<BodyCell numeric className={cx("whitespace-nowrap", strong && "font-[560]")}>
				{figure}
			</BodyCell>
		</tr>
	);
}
