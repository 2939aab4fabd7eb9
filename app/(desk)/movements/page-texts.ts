/** The texts of the page of movements beside its own. */

// Texts of filters and marks that payments have, too.
export const SHARED = [
	...(["payments.clearText", "payments.markPage", "payments.nameOrPurpose", "payments.operatorFilter"] as const),
];
// Warnings are rare, and bring their texts.
export const RARE = [
	...(["movements.arriving", "movements.arrivingFault", "movements.fault", "movements.faultNever"] as const),
	...(["movements.incomplete", "movements.mayBeCut"] as const),
];
