/** Styles are in `app/components.css`. */
import { cx } from "#components/ui/class-names.ts";

export type ButtonVariant = "primary" | "secondary" | "danger" | "ghost";
export type ButtonSize = "sm" | "md" | "lg" | "icon";

export function buttonClass(variant: ButtonVariant = "secondary", size: ButtonSize = "md", extra?: string): string {
	return cx(`button button-${variant} button-${size}`, extra);
}
