// Texts of other pages: those of payment lists for filters and checkboxes, those of the reconciliation for the payment of a line.
export const SHARED = [
	...(["payments.clearText", "payments.markPage", "payments.nameOrPurpose", "payments.operatorFilter"] as const),
	...(["reconciliation.line", "reconciliation.verdicts"] as const),
];
// Texts of rare warnings: the page does not load them. When a warning appears, it loads all texts.
export const RARE = [
	...(["movements.arriving", "movements.arrivingFault", "movements.fault", "movements.faultNever"] as const),
	...(["movements.incomplete", "movements.mayBeCut"] as const),
];
