import { cx } from "#components/ui/class-names.ts";

/** Every name has a rule in `app/icons.css`. */
export type IconName =
	| "arrow-down"
	| "arrow-down-to-line"
	| "arrow-right"
	| "arrow-up"
	| "arrow-up-from-line"
	| "ban"
	| "check"
	| "chevron-down"
	| "chevron-left"
	| "chevron-right"
	| "chevrons-up-down"
	| "circle-alert"
	| "circle-check"
	| "circle-dashed"
	| "circle-question-mark"
	| "circle-slash"
	| "circle-x"
	| "clock"
	| "copy"
	| "download"
	| "eye"
	| "eye-off"
	| "file-input"
	| "file-up"
	| "hourglass"
	| "house"
	| "key-round"
	| "loader-circle"
	| "log-out"
	| "mail-question-mark"
	| "minus"
	| "octagon-x"
	| "pencil"
	| "refresh-cw"
	| "scale"
	| "scissors"
	| "scroll-text"
	| "search"
	| "send"
	| "settings"
	| "share-2"
	| "smartphone"
	| "table-2"
	| "text-align-start"
	| "triangle-alert"
	| "undo-2"
	| "user-plus"
	| "user-round"
	| "users"
	| "users-round"
	| "wallet-minimal"
	| "x";

interface IconProps {
	name: IconName;
	thin?: boolean;
	className?: string | undefined;
}

/** Hidden from screen readers: a text beside it has the same meaning. */
export function Icon({ name, thin = false, className }: IconProps) {
	return <i className={cx(`icon i-${name}`, thin && "thin", className)} />;
}
