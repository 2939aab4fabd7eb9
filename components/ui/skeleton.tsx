import { cx } from "#components/ui/class-names.ts";

/** Stands where something will stand, in its final size: give it width and height by `className`. */
export function Skeleton({ className }: { className: string }) {
	return <span aria-hidden="true" className={cx("skeleton block", className)} />;
}
