/**
 * Seeds that end in a violation and wait for their mend: they are told in every run, and a seed that holds again must leave
 * this list. docs/payments.md says what they mean.
 */
export const OPEN_SEEDS: ReadonlyMap<number, string> = new Map([
	[
		2090,
		"a machine put back to before the desk had ever looked at the wallet: no fall can be seen, and the line is late",
	],
	[5418, "a payout that had left before its machine was put back is sent anew: the wallet was called proved"],
	[5797, "an answer that came when its machine fell asleep for hours is not found again after a promotion"],
]);
