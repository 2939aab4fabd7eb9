/** Asks the service directly, for the values that screens must show. */

import { randomInt } from "node:crypto";
import { minorOf } from "#lib/money.ts";
import type { WireMovement } from "#server/momo/wire.ts";
import type { Stack } from "#tests/support/browser/stack.ts";

/** `path` is below `/api/v1`. */
export async function askService<T>(desk: Stack, path: string): Promise<T> {
	const headers = { "x-api-key": "test-key", "api-secret": desk.canary, "content-type": "application/json" };
	const response = await fetch(`${desk.sandboxOrigin}/api/v1${path}`, { headers });
	if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
	return (await response.json()) as T;
}

export function movementsOf(desk: Stack, currency: string): Promise<WireMovement[]> {
	return askService(desk, `/wallets/fiat/${currency}/movements/`);
}

export function sumOf(lines: readonly WireMovement[], field: "amount" | "fee_amount"): bigint {
	return lines.reduce((total, line) => total + minorOf(line[field]), 0n);
}

/**
 * A payout that the service knows and the desk did not start. It leaves the wallet in XAF: money that nobody here sent holds the
 * payouts that wait in its wallet.
 */
export async function foreignPayout(desk: Stack, amount = 4321): Promise<string> {
	const response = await fetch(`${desk.sandboxOrigin}/api/v1/transactions/payout/`, {
		method: "POST",
		headers: { "x-api-key": "test-key", "api-secret": desk.canary, "content-type": "application/json" },
		body: JSON.stringify({
			amount,
			currency: "XAF",
			operator: "mtn-cameroon",
			country: "CM",
			destination: `+2376${randomInt(50_000_000, 55_000_000)}`,
			metadata: {},
		}),
	});
	return ((await response.json()) as { reference: string }).reference;
}
