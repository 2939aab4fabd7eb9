/** Every wrong or missing answer of the service to a POST. */
export const FAULTS = [
	"none",
	"slow",
	"refused_connection",
	"error_before",
	"error_after",
	"reset_after",
	"hang_after",
	"hang_before",
	"cut_with_reference",
	"no_reference",
	"other_amount",
	"no_amount",
	"other_opaque_id",
	"used_reference",
	"refused",
	"keys_refused",
	"unknown_status",
	"older_hint",
	"older_answer",
] as const;
export type Fault = (typeof FAULTS)[number];

/** No byte of these reaches the service. */
export const NEVER_ARRIVES: readonly Fault[] = ["refused_connection"];
export const NOT_DONE: readonly Fault[] = ["error_before", "hang_before", "refused", "keys_refused", "older_hint"];
