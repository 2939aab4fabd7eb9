/** Matches one wallet's lines and payments of one type and amount by time. Pure; the order of the input does not matter. */
import { firstAt } from "#lib/match-times-to-windows.ts";
import {
	type Claimant,
	claimMovements,
	claimsInTime,
	type Line,
	linesInTime,
} from "#server/reconciliation/matching/claim-movements.ts";

export type { Line };

export interface Claim extends Claimant {
	/** True if the payment is known to be paid: it must have a line. False if it may have one or none. */
	owed: boolean;
}

/** `time`: the only candidate within two minutes of the expected time. `only`: alone in its window. `order`: one of several, by time. */
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
	/** Holds only claims with `owed`: those that must have a line. */
	claims: Map<string, ClaimMatch>;
}

// Near times are matched before whole windows: within half an hour, payments of equal amounts would be confused.
// guard: nearest-times-are-matched-first
const REACHES_MS = [10_000, 120_000, Number.POSITIVE_INFINITY];

/**
 * Matches a group with as many lines as payments in time order; most unequal groups are ambiguous (see `judge`). A line that only a
 * payment of unknown outcome can explain is `open` until people resolve that payment.
 */
export function matchLines(claims: readonly Claim[], lines: readonly Line[]): Matching {
	const matching: Matching = { lines: new Map(), claims: new Map() };
	let [owed, left] = [claims.filter((claim) => claim.owed), [...lines]];
	const open = claims.filter((claim) => !claim.owed);
	for (const reach of REACHES_MS) {
		const isLast = reach === Number.POSITIVE_INFINITY;
		const near = owed.map((claim) => within(claim, reach));
		for (const group of connect(isLast ? [...near, ...open] : near, left)) {
			if (isLast) judge(matching, group);
			else matchEqual(matching, group, "time");
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

function connect(claims: readonly Claim[], lines: readonly Line[]): Group[] {
	const seen = linesInTime(lines);
	const owed = claimsInTime(claims);
	const times = seen.map(({ at }) => at);
	// Difference array: its sum up to line i is how many windows contain both line i and the line before it.
	const joined = new Int32Array(seen.length + 1);
	const places: number[] = [];
	for (const { from, to } of owed) {
		const [first, end] = [firstAt(times, from), firstAt(times, to, true)];
		places.push(end > first ? first : -1);
		if (end > first) {
			joined[first + 1] = (joined[first + 1] ?? 0) + 1;
			joined[end] = (joined[end] ?? 0) - 1;
		}
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
	}
	for (const [index, claim] of owed.entries()) {
		const group = groupOf[places[index] ?? -1];
		if (group) group.claims.push(claim);
		else groups.push({ claims: [claim], lines: [] });
	}
	return groups;
}

function matchEqual(matching: Matching, { claims, lines }: Group, alone: How): boolean {
	if (claims.length === 0 || claims.length !== lines.length) return false;
	const pairs = claimMovements(claims, lines);
	if (pairs.size < lines.length) return false;
	for (const [lineId, claimId] of pairs) match(matching, lineId, claimId, claims.length === 1 ? alone : "order");
	return true;
}

function match(matching: Matching, lineId: string, claimId: string, how: How): void {
	matching.lines.set(lineId, { status: "matched", claimId, how });
	matching.claims.set(claimId, { status: "matched", lineId, how });
}

// Nobody could compare more payments and lines than this: larger groups are paired by time, and only their rest is listed.
const MOST_TO_COMPARE = 20;

function judge(matching: Matching, group: Group): void {
	const owed = group.claims.filter((claim) => claim.owed);
	const open = group.claims.filter((claim) => !claim.owed);
	const { lines } = group;
	if (matchEqual(matching, { claims: owed, lines }, "only")) return;
	const pairs = claimMovements(owed, lines);
	// Paid payments take their lines first. The rest is `open` if each line may belong to a payment of unknown outcome.
	const rest = connect(
		open,
		lines.filter(({ id }) => !pairs.has(id)),
	).filter((left) => left.lines.length > 0);
	const isAnswered = pairs.size === owed.length && rest.every(isOpen);
	const isAlone = owed.length === 0 || lines.length === 0;
	// guard: of-thousands-one-is-named
	if (isAnswered || (!isAlone && owed.length + lines.length > MOST_TO_COMPARE)) {
		for (const [lineId, claimId] of pairs) match(matching, lineId, claimId, lines.length === 1 ? "only" : "order");
		for (const { id } of owed) if (!matching.claims.has(id)) matching.claims.set(id, { status: "unmatched" });
		for (const left of rest) setStatus(matching, left, isOpen(left) ? "open" : "ambiguous");
		return;
	}
	for (const { id } of owed)
		matching.claims.set(id, isAlone ? { status: "unmatched" } : { status: "ambiguous", groupId: idOf(group) });
	setStatus(matching, group, "ambiguous");
}

/** True when the group's lines can belong to its payments of unknown outcome, each line to a different payment. */
function isOpen({ claims, lines }: Group): boolean {
	return claims.length > 0 && claimMovements(claims, lines).size === lines.length;
}

function setStatus(matching: Matching, group: Group, status: "open" | "ambiguous"): void {
	const isNobodys = group.claims.length === 0;
	for (const { id } of group.lines) {
		matching.lines.set(id, isNobodys ? { status: "unexplained" } : { status, groupId: idOf(group) });
	}
}

function idOf({ claims, lines }: Group): string {
	return `${(claims.find(({ owed }) => owed) ?? claims[0])?.id ?? ""}/${lines[0]?.id ?? ""}`;
}
