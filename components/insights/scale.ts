/** Scales amounts to percent of a drawing's height. */
import type { AmountMinor } from "#lib/money.ts";
import { type Share, share } from "#lib/movements/flow-scale.ts";

export interface LineScale {
	/** The distance of each value from the top; null for an unknown value. */
	at: (Share | null)[];
	/** The distance of zero from the top; null when zero is not between `bottom` and `top`. */
	zero: Share | null;
	top: AmountMinor;
	bottom: AmountMinor;
}

export function lineScale(values: readonly (AmountMinor | null)[]): LineScale {
	const known = values.filter((value) => value !== null);
	let [top, bottom] = [known[0] ?? 0n, known[0] ?? 0n];
	for (const value of known) {
		if (value > top) top = value;
		if (value < bottom) bottom = value;
	}
	// Starts the axis at zero only if the lowest value is below half of the highest: closer values would give a flat line.
	if (bottom > 0n && bottom * 2n < top) bottom = 0n;
	if (top === bottom) top = bottom + 100n;
	const fromTop = (value: AmountMinor) => share(top - value, top - bottom);
	return {
		at: values.map((value) => (value === null ? null : fromTop(value))),
		zero: bottom < 0n && top > 0n ? fromTop(0n) : null,
		...{ top, bottom },
	};
}

/** Scales columns so that the highest `up` and the highest `down` together fill the height. */
export function columnScale(pairs: readonly { up: AmountMinor; down: AmountMinor }[]) {
	const most = { up: 0n, down: 0n };
	for (const { up, down } of pairs) {
		if (up > most.up) most.up = up;
		if (down > most.down) most.down = down;
	}
	const whole = most.up + most.down;
	return {
		most,
		zero: whole === 0n ? 100 : share(most.up, whole),
		columns: pairs.map(({ up, down }) => ({ up: share(up, whole), down: share(down, whole) })),
	};
}
