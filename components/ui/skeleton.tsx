import { cx } from "#components/ui/class-names.ts";

/** Reserves the final size of content: give it width and height by `className`. */
export function Skeleton({ className }: { className: string }) {
	return <span aria-hidden="true" className={cx("skeleton block", className)} />;
}
