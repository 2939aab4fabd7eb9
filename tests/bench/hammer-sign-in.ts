/** Measures what clients that guess passwords nearly without pause cost everybody else. */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Figures, figuresOf, timed } from "#tests/bench/figures.ts";

const CLIENTS = 100;
const HAMMER_MS = 15_000;
const BETWEEN_MS = 100;

export interface Person {
	email: string;
	password: string;
}

export async function signInOnce(
	origin: string,
	body: Person,
	headers: Record<string, string> = {},
): Promise<Response> {
	return fetch(`${origin}/api/session`, {
		method: "POST",
		body: JSON.stringify(body),
		headers: { "content-type": "application/json", origin, "sec-fetch-site": "same-origin", ...headers },
	});
}

/**
 * `addresses`: the number of client addresses of the guesses; the desk trusts loopback's `X-Forwarded-For`. Returns the times of a
 * page for a signed-in member, and the sign-ins of the attacked member, in a known browser at the guessers' own address.
 */
export async function hammerSignIn(
	origin: string,
	{ person, cookie, addresses }: { person: Person; cookie: string; addresses: number },
) {
	// Signs in from an address without guesses, so that the browser becomes known.
	const first = await signInOnce(origin, person, from(50_000 + addresses));
	if (!first.ok) throw new Error(`the member's first sign-in was answered with ${first.status}`);
	let browser = browserOf(first);
	const until = performance.now() + HAMMER_MS;
	const page: number[] = [];
	const known = { tries: 0, refused: 0 };
	const guessers = Array.from({ length: CLIENTS }, async (_, client) => {
		while (performance.now() < until) {
			// Half of the guesses are for the member, half for accounts that do not exist.
			const email = client % 2 === 0 ? person.email : `${randomBytes(4).toString("hex")}@cauri.example`;
			const guess = { email, password: randomBytes(9).toString("hex") };
			await signInOnce(origin, guess, from(client % addresses));
		}
	});
	const reader = async () => {
		while (performance.now() < until) {
			page.push(
				await timed(async () => (await fetch(`${origin}/api/overview`, { headers: { cookie } })).arrayBuffer()),
			);
			await pause(BETWEEN_MS);
		}
	};
	const member = async () => {
		while (performance.now() < until) {
			const response = await signInOnce(origin, person, { ...from(0), cookie: browser });
			known.tries += 1;
			if (response.ok) browser = browserOf(response);
			else known.refused += 1;
			await pause(BETWEEN_MS);
		}
	};
	await Promise.all([...guessers, reader(), member()]);
	return { page: figuresOf(page), known };
}

/** The time of a wrong password for an existing and a missing account, one try each in turn. */
export async function compareRefusals(
	origin: string,
	{ emails, times }: { emails: readonly string[]; times: number },
): Promise<{ known: Figures; unknown: Figures }> {
	const [known, unknown]: [number[], number[]] = [[], []];
	for (let time = 0; time < times; time += 1) {
		const there = emails[time % emails.length] ?? "";
		const nobody = `${randomBytes(6).toString("hex")}@cauri.example`;
		for (const [email, taken] of time % 2 === 0
			? ([
					[there, known],
					[nobody, unknown],
				] as const)
			: ([
					[nobody, unknown],
					[there, known],
				] as const)) {
			const began = performance.now();
			const response = await signInOnce(origin, { email, password: "not the right one" }, from(10_000 + time));
			await response.arrayBuffer();
			if (response.status !== 401) throw new Error(`a wrong password was answered with ${response.status}`);
			taken.push(performance.now() - began);
		}
	}
	return { known: figuresOf(known), unknown: figuresOf(unknown) };
}

function from(client: number): Record<string, string> {
	return { "x-forwarded-for": `198.${18 + (client >> 16)}.${(client >> 8) & 255}.${client & 255}` };
}

function browserOf(response: Response): string {
	const cookie = response.headers.getSetCookie().find((each) => /^(__Host-)?cauri_browser=/.test(each));
	return cookie?.split(";")[0] ?? "";
}
