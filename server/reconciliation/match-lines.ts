/** One wallet's lines and payments of one type and amount, told apart by their times. Pure; the order of the input changes nothing. */
import { type Sliced, sortInSlices } from "#lib/slices.ts";
import { type Claimant, claimMovements, type Line } from "#server/reconciliation/claim-movements.ts";

export type { Line };

/** What a line may belong to. Times in ms. */
export interface Claim extends Claimant {
	/** Its outcome is known: one line is owed to it. Otherwise a line may be its own, and none may come. */
	owed: boolean;
}

/** time: the only one near the service's own time. only: the only one in its window. order: one of equals, by the order of time. */
type How = "time" | "only" | "order";
export type LineMatch =
	| { status: "matched"; claimId: string; how: How }
	| { status: "open" | "ambiguous"; groupId: string }
	| { status: "unexplained" };
type ClaimMatch =
	| { status: "matched"; lineId: string; how: How }
	| { status: "ambiguous"; groupId: string }
	| { status: "unmatched" };

export interface Matching {
	lines: Map<string, LineMatch>;
	/** Of claims that are owed a line. */
	claims: Map<string, ClaimMatch>;
}

// Nearest first: what the service dates to the second needs no window of half an hour, in which equals would be confused.
const REACHES_MS = [10_000, 120_000, Number.POSITIVE_INFINITY];

/**
 * Equal numbers of lines and payments in the same windows are matched as a group, in the order of time; unequal ones are
 * ambiguous. A line that only a payment of unknown outcome could explain is `open`: people settle that payment.
 */
export function* matchLines(claims: readonly Claim[], lines: readonly Line[]): Sliced<Matching> {
	const matching: Matching = { lines: new Map(), claims: new Map() };
	let [owed, left] = [claims.filter((claim) => claim.owed), [...lines]];
	const open = claims.filter((claim) => !claim.owed);
	for (const reach of REACHES_MS) {
		const isLast = reach === Number.POSITIVE_INFINITY;
		const near = owed.map((claim) => within(claim, reach));
		for (const group of yield* connect(isLast ? [...near, ...open] : near, left)) {
			if (isLast) yield* judge(matching, group);
			else yield* matchEqual(matching, group, "time");
			yield group.lines.length + group.claims.length;
		}
		owed = owed.filter(({ id }) => !matching.claims.has(id));
		left = left.filter(({ id }) => !matching.lines.has(id));
	}
	return matching;
}

function within(claim: Claim, reach: number): Claim {
	if (reach === Number.POSITIVE_INFINITY) return claim;
	const { expectedAt } = claim;
	return { ...claim, from: Math.max(claim.from, expectedAt - reach), to: Math.min(claim.to, expectedAt + reach) };
}

interface Group {
	claims: Claim[];
	lines: Line[];
}

/** What hangs together through windows, each group in the order of time. */
function* connect(claims: readonly Claim[], lines: readonly Line[]): Sliced<Group[]> {
	const seen = yield* sortInSlices(lines, (a, b) => a.at - b.at || compareIds(a, b));
	const owed = yield* sortInSlices(claims, (a, b) => a.expectedAt - b.expectedAt || compareIds(a, b));
	// Summed up from the first on: in how many windows line i is together with the line before.
	const joined = new Int32Array(seen.length + 1);
	const places: number[] = [];
	for (const { from, to } of owed) {
		const [first, end] = [firstAt(seen, from), firstAt(seen, to, true)];
		places.push(end > first ? first : -1);
		if (end > first) {
			joined[first + 1] = (joined[first + 1] ?? 0) + 1;
			joined[end] = (joined[end] ?? 0) - 1;
		}
		yield 1;
	}
	const groups: Group[] = [];
	const groupOf: Group[] = [];
	let together = 0;
	for (const [place, line] of seen.entries()) {
		together += joined[place] ?? 0;
		let group = together > 0 ? groups.at(-1) : undefined;
		if (!group) {
			group = { claims: [], lines: [] };
			groups.push(group);
		}
		group.lines.push(line);
		groupOf.push(group);
		yield 1;
	}
	for (const [index, claim] of owed.entries()) {
		const group = groupOf[places[index] ?? -1];
		if (group) group.claims.push(claim);
		else groups.push({ claims: [claim], lines: [] });
		yield 1;
	}
	return groups;
}

/** First place whose time is at or after `time`; with `past`, after it. */
function firstAt(lines: readonly Line[], time: number, past = false): number {
	let [low, high] = [0, lines.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		const at = lines[middle]?.at ?? 0;
		if (past ? at <= time : at < time) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** True when as many lines as payments pair up. */
function* matchEqual(matching: Matching, { claims, lines }: Group, alone: How): Sliced<boolean> {
	if (claims.length === 0 || claims.length !== lines.length) return false;
	const pairs = yield* pairUp(claims, lines);
	if (pairs.size < lines.length) return false;
	for (const [lineId, claimId] of pairs) match(matching, lineId, claimId, claims.length === 1 ? alone : "order");
	return true;
}

function match(matching: Matching, lineId: string, claimId: string, how: How): void {
	matching.lines.set(lineId, { status: "matched", claimId, how });
	matching.claims.set(claimId, { status: "matched", lineId, how });
}

// Above this many pairs to weigh, only the plain order of time is tried.
const MOST_PAIRS = 4_000_000;

function* pairUp(claims: readonly Claim[], lines: readonly Line[]): Sliced<Map<string, string>> {
	if (claims.length * lines.length <= MOST_PAIRS) return yield* claimMovements(claims, lines);
	return new Map(
		claims.flatMap((claim, place): [string, string][] => {
			const line = lines[place];
			return line && line.at >= claim.from && line.at <= claim.to ? [[line.id, claim.id]] : [];
		}),
	);
}

function* judge(matching: Matching, group: Group): Sliced<void> {
	const owed = group.claims.filter((claim) => claim.owed);
	const open = group.claims.filter((claim) => !claim.owed);
	const { lines } = group;
	if (yield* matchEqual(matching, { claims: owed, lines }, "only")) return;
	const groupId = `${owed[0]?.id ?? open[0]?.id ?? ""}/${lines[0]?.id ?? ""}`;
	const pairs = yield* pairUp(owed, lines);
	const rest = lines.filter(({ id }) => !pairs.has(id));
	// Those whose outcome is known take theirs; what is left may be the others', if there are enough of them.
	if (pairs.size === owed.length && open.length > 0 && (yield* pairUp(open, rest)).size === rest.length) {
		for (const [lineId, claimId] of pairs) match(matching, lineId, claimId, lines.length === 1 ? "only" : "order");
		for (const { id } of rest) matching.lines.set(id, { status: "open", groupId });
		return;
	}
	const isAlone = owed.length === 0 || lines.length === 0;
	for (const { id } of owed)
		matching.claims.set(id, isAlone ? { status: "unmatched" } : { status: "ambiguous", groupId });
	for (const { id } of lines) {
		matching.lines.set(id, group.claims.length === 0 ? { status: "unexplained" } : { status: "ambiguous", groupId });
	}
}

function compareIds(a: { id: string }, b: { id: string }): number {
	return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
