/** Reads both sides' books at the end: the service's from its own database, the desk's from its database and its pages. */
import type { PaymentList, PaymentSummary } from "#lib/contracts/payment.ts";
import type { PaymentKind, PaymentState } from "#lib/payment-state.ts";
import type { Deployment } from "#tests/torture/deployment.ts";
import type { User } from "#tests/torture/users.ts";

export interface DeskPayment {
	id: string;
	kind: PaymentKind;
	state: PaymentState;
	amount: string;
	currency: string;
	number: string;
	reference: string | null;
	hintReference: string | null;
	/** True if the one send permit was given. */
	permitted: boolean;
	steps: { state: PaymentState; version: number }[];
}

export interface HeldTransaction {
	reference: string;
	kind: PaymentKind;
	status: string;
	amount: string;
	currency: string;
	number: string;
	/** By the machine's clock, in milliseconds. */
	createdAt: number;
}

export interface Evidence {
	payments: DeskPayment[];
	held: HeldTransaction[];
	/** Arrival times of POSTs at the service, by number; its log is the only record here that nothing puts back. */
	posts: Map<string, number[]>;
	/** Lines of the mirror that no payment explains, as `currency amount`: each order has an amount of its own. */
	unexplained: Set<string>;
	pageDifferences: string[];
}

export async function readEvidence(deployment: Deployment, reader: User): Promise<Evidence> {
	const payments = await readPayments(deployment);
	const shown = [...(await readPages(reader, "payouts", 0)), ...(await readPages(reader, "deposits", 1))];
	return {
		payments,
		held: await readHeld(deployment),
		posts: await readPosts(deployment),
		unexplained: await readUnexplained(deployment),
		pageDifferences: compare(payments, shown),
	};
}

async function readPayments(deployment: Deployment): Promise<DeskPayment[]> {
	return deployment.victim.query<DeskPayment & Record<string, unknown>>(
		`select id, kind, state, amount, currency, phone_number as number, reference, hint_reference as "hintReference",
			exists (select from attempt where payment_id = payment.id) as permitted,
			(select json_agg(json_build_object('state', state, 'version', version) order by id)
				from payment_event where payment_id = payment.id) as steps
		from payment order by id`,
	);
}

async function readHeld({ books }: Deployment): Promise<HeldTransaction[]> {
	const { rows } = await books.query<Omit<HeldTransaction, "createdAt"> & { created_at: Date }>(
		`select reference, created_at, case kind when 'withdrawal' then 'payout' else 'deposit' end as kind, status, amount, currency,
			phone_number as number
		from sandbox.transaction order by reference`,
	);
	return rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at.getTime() }));
}

/** A deposit's number comes without its plus sign. */
async function readPosts({ books }: Deployment): Promise<Map<string, number[]>> {
	const { rows } = await books.query<{ number: string; times: string[] }>(
		`select '+' || ltrim(coalesce(body::json ->> 'destination', body::json ->> 'phone_number'), '+') as number,
			array_agg((extract(epoch from at) * 1000)::bigint::text order by at) as times
		from sandbox.request where method = 'POST' group by 1`,
	);
	return new Map(rows.map(({ number, times }) => [number, times.map(Number)]));
}

async function readUnexplained({ victim }: Deployment): Promise<Set<string>> {
	const lines = await victim.query<{ facts: string }>(
		`select movement.currency || ' ' || amount as facts from movement
		left join reconciliation_line as line on line.movement_id = movement.id where line.status is distinct from 'matched'`,
	);
	return new Set(lines.map(({ facts }) => facts));
}

async function readPages(reader: User, kind: "payouts" | "deposits", web: 0 | 1): Promise<PaymentSummary[]> {
	const lines: PaymentSummary[] = [];
	for (let cursor: string | null = ""; cursor !== null; ) {
		const answer = await reader(web, "GET", `/api/${kind}?limit=200${cursor ? `&cursor=${cursor}` : ""}`);
		if (answer?.status !== 200) throw new Error(`the list of ${kind} answers ${answer?.status ?? "nothing"}`);
		const page = answer.body as PaymentList;
		lines.push(...page.items);
		cursor = page.nextCursor;
	}
	return lines;
}

function compare(payments: readonly DeskPayment[], shown: readonly PaymentSummary[]): string[] {
	const said = new Map(shown.map((line) => [line.id, line]));
	const different = payments.filter(({ id, state, reference }) => {
		const line = said.get(id);
		return line?.state !== state || line.reference !== reference;
	});
	return [
		...different.map(
			({ id, state }) => `${id}: ${state} in the database, ${said.get(id)?.state ?? "nothing"} on the page`,
		),
		...(shown.length === payments.length ? [] : [`${shown.length} lines for ${payments.length} payments`]),
	];
}
