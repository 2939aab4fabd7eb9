import { LoaderCircle } from "lucide-react";
import { cx } from "#components/ui/class-names.ts";

/** Unseen for the first 300 ms: what is quick needs no spinner. */
export function Spinner({ className }: { className?: string }) {
	return (
		<span aria-hidden="true" className={cx("appear-late inline-flex", className)}>
			<LoaderCircle className="spin size-full" />
		</span>
	);
}
