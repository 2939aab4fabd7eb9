/** Chooses how fees and unknown types count, by what the balance readings support. Pure. */
import type { FeeReading, Reading } from "#lib/contracts/reconciliation.ts";
import { movementDirection } from "#lib/movements/movements.ts";
import type { Rule } from "#server/reconciliation/proof/effects.ts";
import type { Sum } from "#server/reconciliation/proof/proof-inputs.ts";
import { type Chain, type ChainInputs, proveChain } from "#server/reconciliation/proof/prove-chain.ts";

export interface Ruled {
	chain: Chain;
	reading: Reading;
}

// Each unknown type needs three more proofs, so guessing stops beyond this.
const MOST_TYPES = 6;

/**
 * The rule that makes most readings agree; on a tie the previous rule stays. Assumption: the service counts the fees of all
 * payouts in one way, and those of all deposits in one way.
 */
export function chooseRule(inputs: ChainInputs, inForce: Rule): Ruled {
	let types = { ...inForce.types };
	const prove = (change: Partial<Rule>) => proveChain(inputs, { ...inForce, types, ...change });
	const fees = (): { best: Chain; sides: Chain[] } => {
		const sides: Chain[] = [];
		// The rule in force comes first, for each kind separately.
		for (const deposit of bothSides(inForce.deposit)) {
			for (const withdrawal of bothSides(inForce.withdrawal)) sides.push(prove({ deposit, withdrawal }));
		}
		return { best: leastUneven(sides), sides };
	};
	const told: Reading["types"] = [];
	let found = fees();
	for (const type of unknownTypes(inputs.sums)) {
		const ways: { effect: "none" | "in" | "out"; tried: typeof types; uneven: number }[] = [];
		for (const effect of ["none", "in", "out"] as const) {
			const { [type]: _before, ...others } = types;
			const tried = effect === "none" ? others : { ...others, [type]: effect };
			const chain = proveChain(inputs, { ...found.best.rule, types: tried });
			ways.push({ effect, tried, uneven: chain.uneven.length });
		}
		const least = Math.min(...ways.map(({ uneven }) => uneven));
		const fitting = ways.filter(({ uneven }) => uneven === least);
		const [only] = fitting;
		const isTold = fitting.length === 1 && only !== undefined;
		if (isTold) types = only.tried;
		const stood = Object.hasOwn(types, type) ? types[type] : undefined;
		told.push({ type, effect: isTold ? only.effect : (stood ?? "unknown") });
		if (isTold) found = fees();
	}
	const { best, sides } = found;
	return { chain: best, reading: { ...support(inputs, best, sides), types: told } };
}

function bothSides(first: Rule["deposit"]): Rule["deposit"][] {
	return [first, first === "beside" ? "inside" : "beside"];
}

function unknownTypes(sums: readonly Sum[]): string[] {
	const types = [...new Set(sums.map(({ type }) => type))].filter((type) => movementDirection(type) === null);
	return types.sort().slice(0, MOST_TYPES);
}

function leastUneven(chains: readonly Chain[]): Chain {
	const [first, ...rest] = chains;
	if (!first) throw new Error("no chain was proved");
	return rest.reduce((best, chain) => (chain.uneven.length < best.uneven.length ? chain : best), first);
}

function support(inputs: ChainInputs, best: Chain, sides: readonly Chain[]): Omit<Reading, "types"> {
	const least = (kind: "deposit" | "withdrawal", fee: "beside" | "inside") =>
		Math.min(...sides.filter(({ rule }) => rule[kind] === fee).map(({ uneven }) => uneven.length));
	const side = (kind: "deposit" | "withdrawal"): FeeReading => {
		const difference = least(kind, "beside") - least(kind, "inside");
		if (difference !== 0) return difference < 0 ? "beside" : "inside";
		const { tested, agreeing } = countTests(inputs, best, kind);
		return tested > 0 && agreeing === 0 ? "neither" : "either";
	};
	return { deposit: side("deposit"), withdrawal: side("withdrawal"), ...countTests(inputs, best, null) };
}

/** Counts the periods with a fee, of one kind or of any. */
function countTests({ sums, times }: ChainInputs, { chosen, uneven }: Chain, kind: string | null) {
	const charged = sums.filter(({ type, fee }) => fee !== 0n && (kind === null || type === kind));
	const ends = chosen.map(({ at }) => at);
	const reached = upToEach(ends);
	const tested = new Set(
		charged.flatMap(({ bucket }) => {
			const end = firstFrom(reached, times[bucket] ?? Number.POSITIVE_INFINITY);
			return end > 0 ? [end] : [];
		}),
	);
	const places = new Map(ends.map((at, place) => [at, place] as const).reverse());
	const broken = new Set(uneven.map(({ until }) => places.get(until) ?? -1));
	return { tested: tested.size, agreeing: [...tested].filter((end) => !broken.has(end)).length };
}

/** Running maximum: readings may have times out of order. */
function upToEach(ends: readonly number[]): number[] {
	let latest = Number.NEGATIVE_INFINITY;
	return ends.map((at) => {
		latest = Math.max(latest, at);
		return latest;
	});
}

/** Index of the first at or after `time`; -1 for none. */
function firstFrom(reached: readonly number[], time: number): number {
	let [low, high] = [0, reached.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((reached[middle] ?? 0) < time) low = middle + 1;
		else high = middle;
	}
	return low < reached.length ? low : -1;
}
