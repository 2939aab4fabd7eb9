import type { ReactNode } from "react";
import { Notice } from "#components/ui/page/notice.tsx";

/** The fault of an act, which screen readers read at once; nothing without one. */
export function FaultNotice({ children }: { children: ReactNode }) {
	if (!children) return null;
	return (
		<Notice tone="danger" urgent>
			{children}
		</Notice>
	);
}
