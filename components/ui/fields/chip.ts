import { cx } from "#components/ui/class-names.ts";

export function chipClass(on: boolean, extra?: string): string {
	return cx("chip", on && "chip-on", extra);
}
