// Texts of payment lists for the filters and selection boxes, and of the reconciliation for the payment of a line.
export const SHARED = [
	...(["payments.clearText", "payments.markPage", "payments.nameOrPurpose", "payments.operatorFilter"] as const),
	...(["reconciliation.line", "reconciliation.verdicts"] as const),
];
// Texts of rare warnings: the page does not load them, and a warning loads all texts when it appears.
export const RARE = [
	...(["movements.arriving", "movements.arrivingFault", "movements.fault", "movements.faultNever"] as const),
	...(["movements.incomplete", "movements.mayBeCut"] as const),
];
