/** The look of a filter: quiet when off, in the accent when it holds something back. */
import { cx } from "#components/ui/class-names.ts";

export function chipClass(on: boolean, extra?: string): string {
	return cx(
		"inline-flex h-[30px] max-w-full items-center gap-1.5 rounded-md border px-2.5 text-[0.8125rem] whitespace-nowrap [&_svg]:size-4 [&_svg]:shrink-0",
		on ? "border-accent bg-accent-soft" : "border-line-strong bg-surface hover:bg-neutral-soft",
		extra,
	);
}
