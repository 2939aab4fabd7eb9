// Texts of payment lists that the filters and selection boxes of the movements page use, too.
export const SHARED = [
	...(["payments.clearText", "payments.markPage", "payments.nameOrPurpose", "payments.operatorFilter"] as const),
];
// Texts of rare warnings: the page does not load them, and a warning loads all texts when it appears.
export const RARE = [
	...(["movements.arriving", "movements.arrivingFault", "movements.fault", "movements.faultNever"] as const),
	...(["movements.incomplete", "movements.mayBeCut"] as const),
];
