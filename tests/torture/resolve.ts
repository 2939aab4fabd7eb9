/** Two people resolve a payment with an unknown outcome, as the service's books say. */
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import type { TortureContext } from "#tests/torture/single-payout.ts";
import type { User } from "#tests/torture/users.ts";

const LONG_AGO_MINUTES = 60;

/** True if it is resolved. Moves the rows past the waiting time, because the database's clock cannot be moved. */
export async function resolveByTheBooks({ deployment, acting }: TortureContext, id: string): Promise<boolean> {
	const earlier = `send_deadline = send_deadline - interval '${LONG_AGO_MINUTES} minutes'`;
	await deployment.victim.query(`update attempt set ${earlier} where payment_id = $1`, [id]);
	const [payment] = await deployment.victim.query<{ number: string; amount: string }>(
		"select phone_number as number, amount::text as amount from payment where id = $1",
		[id],
	);
	if (!payment) return false;
	const { rows } = await deployment.books.query<{ status: string }>(
		"select status from sandbox.transaction where phone_number = $1",
		[payment.number],
	);
	if (rows.some(({ status }) => status === "pending")) return false;
	const outcome = rows.some(({ status }) => status === "success") ? "paid" : "not_paid";
	for (const person of acting.users.approvers) {
		const shown = await readOn<Payment>(person, id);
		if (shown?.state === `settled_${outcome}`) return true;
		if (shown?.state !== "unknown") return false;
		const evidence = (await readOn<EvidenceView>(person, `${id}/evidence`))?.digest;
		const reason = "Seen in the service's books";
		const word = { outcome, amount: payment.amount, version: shown.version, evidence, reason };
		await pressOnEither(person, `/api/payouts/${id}/resolution`, word);
	}
	const [person] = acting.users.approvers;
	return person !== undefined && (await readOn<Payment>(person, id))?.state === `settled_${outcome}`;
}

/** One of the two machines may be suspended. */
async function pressOnEither(person: User, path: string, body: object): Promise<void> {
	for (const web of [0, 1] as const) {
		const answer = await person(web, "POST", path, body);
		if (answer && answer.status < 500) return;
	}
}

async function readOn<Shown>(person: User, path: string): Promise<Shown | null> {
	for (const web of [0, 1] as const) {
		const answer = await person(web, "GET", `/api/payouts/${path}`);
		if (answer?.status === 200) return answer.body as Shown;
	}
	return null;
}
