/** The members' orders. Each has a phone number of its own, so that the service's books identify it. */
import type { PaymentKind } from "#lib/payment-state.ts";
import type { Random } from "#server/sandbox/seed/random.ts";
import { WALLETS } from "#tests/torture/deployment.ts";

export interface Order {
	kind: PaymentKind;
	amount: string;
	currency: string;
	/** E.164, used once. */
	number: string;
	/** One key, however often the button is pressed. */
	key: string;
	/** Ids from 2xx answers; two of them would be two payments for one order. */
	ids: Set<string>;
	acceptedAt: number | null;
	/** Refusals, as `status code`. */
	refusals: string[];
}

export type Purpose = keyof typeof WALLETS;

interface Place {
	operator: string;
	country: string;
	prefix: string;
	/** Digits between prefix and ending. */
	digits: number;
}

const PLACES: Record<Purpose, Place> = {
	traffic: { operator: "mtn-ci", country: "CI", prefix: "+22505", digits: 5 },
	points: { operator: "mtn-guinea", country: "GN", prefix: "+22466", digits: 4 },
	undisturbed: { operator: "mtn-cameroon", country: "CM", prefix: "+23767", digits: 4 },
	low: { operator: "mtn-rwanda", country: "RW", prefix: "+25078", digits: 4 },
};

// Endings with an effect at the service: a payer who pays, payouts that fail there after a while.
const PAYS = "789";
const FAILS = ["089", "119"] as const;

export class OrderBook {
	readonly orders: Order[] = [];
	readonly #random: Random;

	constructor(random: Random) {
		this.#random = random;
	}

	add(purpose: Purpose, kind: PaymentKind): Order {
		const serial = this.orders.length + 1;
		const { prefix, digits } = PLACES[purpose];
		const ending = kind === "deposit" ? PAYS : this.#payoutEnding(purpose);
		const order: Order = {
			kind,
			amount: String(1_000 + serial * 5),
			currency: WALLETS[purpose],
			number: `${prefix}${String(serial).padStart(digits, "0")}${ending}`,
			key: `torture-${String(serial).padStart(10, "0")}`,
			ids: new Set(),
			acceptedAt: null,
			refusals: [],
		};
		this.orders.push(order);
		return order;
	}

	#payoutEnding(purpose: Purpose): string {
		if (purpose === "traffic" && this.#random.chance(0.04)) return this.#random.pick(FAILS);
		return String(this.#random.between(200, 700));
	}
}

export function bodyOf({ kind, amount, currency, number }: Order): Record<string, unknown> {
	const purpose = (Object.keys(WALLETS) as Purpose[]).find((name) => WALLETS[name] === currency);
	const { operator, country } = PLACES[purpose ?? "traffic"];
	const facts = { amount, currency, operator, country };
	return kind === "deposit" ? { ...facts, phoneNumber: number } : { ...facts, destination: number };
}
