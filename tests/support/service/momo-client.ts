/** The real client against a scripted service, with times short enough for tests. */
import { createLog, type Log } from "#server/log.ts";
import { createService, type ServiceOptions } from "#server/momo/client.ts";
import type { Service } from "#server/momo/service.ts";
import { Secret } from "#server/secret.ts";

export const TEST_KEY = "canary-key-4f1d8a";
export const TEST_SECRET = "canary-secret-93ab77e0c2";

const SHORT: Required<Omit<ServiceOptions, "observer" | "rate">> = {
	limits: {
		connectMs: 400,
		tlsMs: 400,
		postHeadersMs: 400,
		postBodyMs: 400,
		postTotalMs: 2_000,
		readHeadersMs: 400,
		readBodyMs: 400,
		readTotalMs: 2_000,
		streamHeadersMs: 400,
	},
	// The circuit stays closed unless a test opens it.
	reads: { retryDelayMs: 1, breakAfter: 1_000 },
	movements: {},
};

export function clientOf(
	baseUrl: URL,
	options: ServiceOptions = {},
	log: Log = createLog("silent", "test"),
	{ apiSecret = TEST_SECRET } = {},
): Service {
	const momoKeys = { apiKey: new Secret(TEST_KEY), apiSecret: new Secret(apiSecret) };
	const config = { momoBaseUrl: baseUrl, momoKeys, readsPerSecond: 1_000 };
	return createService(config, log, {
		limits: { ...SHORT.limits, ...options.limits },
		reads: { ...SHORT.reads, ...options.reads },
		movements: { ...SHORT.movements, ...options.movements },
		...(options.observer ? { observer: options.observer } : {}),
		...(options.rate ? { rate: options.rate } : {}),
	});
}

export const inTime = async () => true;

export const PAYOUT_ORDER = {
	amountMinor: 4_500_000n,
	currency: "XOF",
	operator: "orange-money-ci",
	country: "CI",
	destination: "+2250701020304",
	metadata: { note: "Loyer" },
};

export const DEPOSIT_ORDER = {
	amountMinor: 1_250n,
	currency: "EUR",
	operator: "wave-sn",
	country: "SN",
	phoneNumber: "221770000001",
	opaqueId: "01JABC",
};

const TIMES = { created_at: "2026-03-01T10:00:00Z", processed_at: "2026-03-01T10:00:01Z" };

export const WIRE_PAYOUT = {
	reference: "TX-20260301-A1",
	opaque_id: "o-1",
	transaction_type: "withdrawal",
	type: "fiat",
	status: "success",
	amount: "45000.00",
	currency: "XOF",
	operator_name: "Orange Money",
	...TIMES,
};

export const WIRE_WALLET = {
	wallet_reference: "WF-1",
	balance: "18426350.00",
	currency_code: "XOF",
	updated_at: "2026-03-01T10:00:00Z",
};

export function wireMovementRow(amount: string) {
	const created_at = "2026-03-01T10:00:00Z";
	return { movement_type: "withdrawal", amount, fee_amount: "0.00", currency_code: "XOF", created_at };
}
