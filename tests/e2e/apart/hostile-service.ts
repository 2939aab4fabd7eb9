/** A service that answers every call in the right shape, with an attack in every text field. */
import { type ScriptedRequest, startScriptedService } from "#tests/support/service/scripted-service.ts";

/** `MARKUP` calls `window.attacked` if it is read as markup or script; `BIDI` reverses text and has control characters. */
const MARKUP = `"><img src=x onerror="attacked()"><script>attacked()</script><svg onload=attacked()>`;
const BIDI = "\u202egnp.exe\u2066\u200b\u0000\u0007";
const LONG = "W".repeat(1_500);

export const HOSTILE = {
	/** The part of an attack that a page shows as text. */
	shown: `"><img src=x onerror="attacked()">`,
	status: `${MARKUP}${BIDI}`,
	text: `${MARKUP}${BIDI}${LONG}`,
	movementTypes: [
		"<img src=x onerror=attacked()>",
		"=HYPERLINK(1)",
		`${BIDI}type`,
		"W".repeat(64),
		"constructor",
		"__proto__",
	],
	links: [
		"javascript:attacked()",
		" java\tscript:attacked()",
		"data:text/html,<script>attacked()</script>",
		"https://user:secret@evil.invalid/",
		"http://evil.invalid/",
		"//evil.invalid/",
	],
	codes: [
		"<svg xmlns='http://www.w3.org/2000/svg' onload='attacked()'/>",
		"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='attacked()'/>",
		"data:text/html;base64,PHNjcmlwdD5hdHRhY2tlZCgpPC9zY3JpcHQ+",
		"javascript:attacked()",
		"https://evil.invalid/code.png\u0000",
		"W".repeat(250_000),
	],
} as const;

/** Amounts that choose an answer; any other is accepted with a hostile status. */
export const REFUSED_AMOUNT = 66_001;
export const BAD_REFERENCE_AMOUNT = 66_002;

export async function startHostileService() {
	const service = await startScriptedService();
	const held = new Map<string, Held>();
	service.answer((request, respond) => {
		const answer = request.method === "POST" ? take(request, held) : tell(request.path, held);
		respond.json(answer.status, answer.body);
	});
	return service;
}

interface Answer {
	status: number;
	body: unknown;
}

interface Held {
	facts: Record<string, unknown>;
	made: Record<string, unknown>;
}

const NOW = "2026-03-10T09:00:00Z";

function take({ body, path }: ScriptedRequest, held: Map<string, Held>): Answer {
	const order = JSON.parse(body) as { amount: number; currency: string; opaque_id?: string };
	if (order.amount === REFUSED_AMOUNT)
		return { status: 422, body: { detail: HOSTILE.text, errors: { "<b>field</b>": [HOSTILE.text] } } };
	const isDeposit = path.includes("payin");
	const number = held.size;
	const reference = `${isDeposit ? "DP" : "TX"}-20260310-H${number}`;
	const facts = {
		reference,
		transaction_type: isDeposit ? "deposit" : "withdrawal",
		amount: `${order.amount}.00`,
		currency: order.currency,
		status: HOSTILE.status,
	};
	// Dated now, because a transaction from before the permit belongs to no payment.
	const made = { created_at: new Date().toISOString(), processed_at: null };
	held.set(reference, { facts, made });
	const more = {
		opaque_id: isDeposit ? order.opaque_id : HOSTILE.text,
		type: HOSTILE.text,
		operator_name: HOSTILE.text,
		...made,
		[HOSTILE.shown]: HOSTILE.text,
		...(order.amount === BAD_REFERENCE_AMOUNT ? { reference: HOSTILE.status } : {}),
	};
	const links = {
		payment_url: HOSTILE.links[number % HOSTILE.links.length],
		qr_code: HOSTILE.codes[number % HOSTILE.codes.length],
	};
	return { status: 201, body: { ...facts, ...more, ...(isDeposit ? links : {}) } };
}

function tell(path: string, held: ReadonlyMap<string, Held>): Answer {
	const currency = /\/wallets\/fiat\/([A-Z]{3})\//.exec(path)?.[1];
	if (currency && path.endsWith("/movements/")) return { status: 200, body: movements(currency) };
	if (currency) {
		const facts = { balance: "5000000.00", currency_code: currency, updated_at: NOW };
		return { status: 200, body: { wallet_reference: HOSTILE.text, ...facts } };
	}
	const [, endpoint, reference = ""] = /\/transactions\/(detail|history|status)\/([^/]+)\/$/.exec(path) ?? [];
	const known = held.get(reference);
	if (!known) return { status: 404, body: { detail: HOSTILE.text } };
	if (endpoint === "status") return { status: 200, body: { ...known.facts, ...known.made } };
	const history = [{ status: HOSTILE.text, source: HOSTILE.text, timestamp: NOW }];
	// The two endpoints disagree, so that the table of contradictions shows their texts too.
	return { status: 200, body: { ...known.facts, transaction_type: HOSTILE.text, history } };
}

function movements(currency: string): unknown[] {
	if (currency !== "XOF") return [];
	return HOSTILE.movementTypes.map((movement_type, minute) => ({
		movement_type,
		amount: "1234.00",
		fee_amount: "5.00",
		currency_code: currency,
		created_at: `2026-03-10T09:0${minute}:00Z`,
	}));
}
