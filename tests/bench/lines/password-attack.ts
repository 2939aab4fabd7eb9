/** A hundred clients guess passwords without pause: the wait of an open page, and whether time reveals an account. */
import { compareRefusals, hammerSignIn } from "#tests/bench/hammer-sign-in.ts";
import type { Line } from "#tests/bench/line.ts";

const TIMES = 50;
let people = 0;

export const passwordAttack: readonly Line[] = [
	{
		key: "refusals",
		title: "wrong password: an account − no account",
		unit: "ms",
		rounds: 1,
		async measure(side) {
			const emails: string[] = [];
			while (emails.length < 3) emails.push((await side.addPerson(`person-${people++}`)).email);
			const { known, unknown } = await compareRefusals(side.origin, { emails, times: TIMES });
			return Math.abs(known.medianMs - unknown.medianMs);
		},
	},
	...[1, 100].flatMap(hammerLines),
];

/** The page's line is measured first; the other line reuses what the attacked member was answered meanwhile. */
function hammerLines(addresses: number): Line[] {
	const key = `guesses-${addresses}`;
	const from = `${addresses} address${addresses === 1 ? "" : "es"}`;
	const kept = new Map<string, { tries: number; refused: number }>();
	return [
		{
			...{ key, title: `Home's route while 100 clients guess from ${from}, p95`, unit: "ms", rounds: 1 },
			async measure(side) {
				const person = await side.addPerson(`guessed-${people++}`);
				const { page, known } = await hammerSignIn(side.origin, { person, cookie: side.cookie, addresses });
				kept.set(side.name, known);
				return page.p95Ms;
			},
		},
		{
			...{ key, title: "  right passwords in a known browser that are refused meanwhile", unit: "%", rounds: 1 },
			async measure(side) {
				const known = kept.get(side.name);
				return known ? (100 * known.refused) / known.tries : null;
			},
		},
	];
}
