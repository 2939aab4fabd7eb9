/** Texts that the movements page loads from other namespaces, and those of its own that it leaves out. */

// Texts of filters and marks, shared with payments.
export const SHARED = [
	...(["payments.clearText", "payments.markPage", "payments.nameOrPurpose", "payments.operatorFilter"] as const),
];
// Warnings are rare: the page leaves out their texts, and a warning loads them.
export const RARE = [
	...(["movements.arriving", "movements.arrivingFault", "movements.fault", "movements.faultNever"] as const),
	...(["movements.incomplete", "movements.mayBeCut"] as const),
];
