import { type Share, share } from "#components/insights/marks/scale.ts";

/** Of the payments that left and have an outcome. */
export function paidShare({ paid, unpaid }: { paid: number; unpaid: number }): Share {
	return share(BigInt(paid), BigInt(paid + unpaid));
}
