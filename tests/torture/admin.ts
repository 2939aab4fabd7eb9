/** The admin of the run: gives, after a short look, an honest answer to what the desk asks when it has stopped sending. */
import { setTimeout as pause } from "node:timers/promises";
import type { Configuration } from "#lib/contracts/configuration.ts";
import type { Deployment } from "#tests/torture/deployment.ts";
import type { Tally } from "#tests/torture/tally.ts";
import type { User, Users } from "#tests/torture/users.ts";

export interface Admin {
	stop(): Promise<void>;
}

interface Doubt {
	kind: string;
	at: string;
}

interface Wallet {
	currency: string;
	/** Null while the wallet could not be read: nobody can answer then. */
	finding: { seen: string } | null;
	held: { id: string; phoneNumber: string }[];
}

const POLL_MS = 500;
const THINKS_MS = 2_000;
/** A machine that is lost with its disk never answers. */
const ANSWERS_LIMIT_MS = 30_000;
const REASON = "A machine was put back; the service's books were looked at";

export function appointAdmin(
	deployment: Deployment,
	{ admin, deputy }: Pick<Users, "admin" | "deputy">,
	tally: Tally,
): Admin {
	const ending = new AbortController();
	let seen: string | null = null;
	const look = async () => {
		const doubt = (await readMismatch(deployment)) ?? (await readHeldWallet(deployment));
		if (doubt && doubt.at !== seen) tally.asked(doubt.kind);
		seen = doubt?.at ?? null;
		if (!doubt) return;
		await pause(THINKS_MS);
		const web = deployment.webs[0].isSpared ? 1 : 0;
		if (doubt.kind === "wallet_held") await answerWallets(deployment, admin, web, tally);
		else {
			await untilAllAnswered(admin, web);
			await admin(web, "POST", "/api/configuration/acknowledgement", { reason: REASON });
		}
		await confirmAll(deputy, web);
	};
	const watch = async () => {
		while (!ending.signal.aborted) {
			await look().catch(() => undefined);
			await pause(POLL_MS, undefined, { signal: ending.signal }).catch(() => undefined);
		}
	};
	const watched = watch();
	return {
		async stop() {
			ending.abort();
			await watched;
		},
	};
}

/** Waits until every machine has reported, because what a machine has not reported counts as sent. */
async function untilAllAnswered(admin: User, web: 0 | 1): Promise<void> {
	for (const deadline = Date.now() + ANSWERS_LIMIT_MS; Date.now() < deadline; await pause(POLL_MS)) {
		const shown = await admin(web, "GET", "/api/configuration");
		if (shown?.status !== 200) continue;
		const { mismatch } = shown.body as Pick<Configuration, "mismatch">;
		if (mismatch === null || mismatch.missing?.length === 0) return;
	}
}

/** Confirms every waiting change as the second admin. */
async function confirmAll(deputy: User, web: 0 | 1): Promise<void> {
	const shown = await deputy(web, "GET", "/api/change-requests");
	if (shown?.status !== 200) return;
	for (const { id } of (shown.body as { waiting: { id: string }[] }).waiting)
		await deputy(web, "POST", `/api/change-requests/${id}`, { decision: "confirm" });
}

async function readMismatch({ victim }: Deployment): Promise<Doubt | undefined> {
	const [doubt] = await victim.query<Doubt & Record<string, unknown>>(
		"select value ->> 'kind' as kind, changed_at::text as at from setting where name = 'database_mismatch' and value -> 'heals' <> 'true'",
	);
	return doubt;
}

async function readHeldWallet({ victim }: Deployment): Promise<Doubt | undefined> {
	const [held] = await victim.query<Doubt & Record<string, unknown>>(
		"select 'wallet_held' as kind, detected_at::text as at from continuity_gap where finding is not null",
	);
	return held;
}

/** Answers for each held payout: it has left if the service knows it, and may go if it does not. */
async function answerWallets(deployment: Deployment, admin: User, web: 0 | 1, tally: Tally): Promise<void> {
	const shown = await admin(web, "GET", "/api/wallet-gaps");
	if (shown?.status !== 200) return;
	for (const { currency, finding, held } of (shown.body as { wallets: Wallet[] }).wallets) {
		if (finding === null) continue;
		const { rows } = await deployment.books.query<{ number: string }>(
			"select phone_number as number from sandbox.transaction where phone_number = any($1)",
			[held.map(({ phoneNumber }) => phoneNumber)],
		);
		const known = new Set(rows.map(({ number }) => number));
		const answers = held.map(({ id, phoneNumber }) => ({
			paymentId: id,
			answer: known.has(phoneNumber) ? "left" : "release",
		}));
		const said = { currency, seen: finding.seen, answers, reason: REASON };
		const answer = await admin(web, "POST", "/api/wallet-gaps", said);
		if (answer && answer.status < 300) for (const one of answers) tally.answered(one.answer);
	}
}
