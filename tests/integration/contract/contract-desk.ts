/** The desk and its real client against the real sandbox, on one PostgreSQL. Only the test moves the time. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { createLog } from "#server/log.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { createSandbox } from "#server/sandbox/app.ts";
import { fixedClock, people, systemContext, testConfig } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { QUICK } from "#tests/support/payment-desk.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";
import { clientOf, TEST_KEY, TEST_SECRET } from "#tests/support/service/momo-client.ts";
import { sandboxClient } from "#tests/support/service/sandbox-client.ts";

/** Long enough for a busy machine; only tests of timeouts need less. */
const PATIENT = {
	limits: {
		...{ connectMs: 15_000, postHeadersMs: 15_000, postBodyMs: 15_000, postTotalMs: 20_000 },
		...{ readHeadersMs: 15_000, readBodyMs: 15_000, readTotalMs: 20_000, streamHeadersMs: 15_000 },
	},
};
const SHORT = {
	limits: { readHeadersMs: 300, readBodyMs: 300, streamHeadersMs: 300 },
};

/** Call at the top of a test file. Before each test it removes faults and advances one second. */
export async function openContractDesk() {
	const { url, database } = await createTestDatabase();
	const clock = fixedClock();
	const log = createLog("silent", "test");
	const options = { databaseUrl: url, port: 0, apiKey: TEST_KEY, apiSecret: TEST_SECRET, log };
	const running = await createSandbox({ ...options, realNow: () => clock.now().getTime(), random: () => 0.5 });
	const baseUrl = new URL(running.baseUrl);
	const sandbox = sandboxClient(running.url);
	const [service, hurriedService] = [clientOf(baseUrl, PATIENT), clientOf(baseUrl, SHORT)];
	afterAll(async () => {
		await Promise.all([service.close(), hurriedService.close()]);
		await running.close();
	});
	const config = testConfig({ MOMO_BASE_URL: baseUrl.href, DATABASE_URL: url });
	const system = systemContext({ database, service, clock, config });
	const { maker, approver } = await people(system);
	/** Advances the desk's and the sandbox's clock. */
	const advance = async (ms: number) => {
		clock.advance(ms);
		await running.settle();
	};
	beforeAll(async () => {
		await sandbox.fund("XOF", "90000000");
		await sandbox.fund("XAF", "5000");
	});
	beforeEach(async () => {
		await sandbox.clearFaults();
		// No two tests share an instant, so "the previous transaction" is unambiguous.
		await advance(1_000);
	});
	return {
		...{ sandbox, system, maker, advance },
		/** Another client of the same sandbox with short timeouts. */
		hurried: { ...system, service: hurriedService },
		/** Requests, approves and sends a payout, and returns it afterwards. */
		async sentPayout(amount: string) {
			const order = { amount, currency: "XOF", country: "CI", operator: "mtn-ci" };
			const input = { ...order, destination: newPhoneNumber("05"), metadata: { note: "Rent" } };
			const { kind, id, version } = await requestPayout(maker, input, randomBytes(12).toString("hex"));
			await decidePayout(approver, { id, decision: "approve", version });
			await sendPayment(system, { paymentId: id, workerId: "worker-1", timing: QUICK });
			return readPayment(maker, { kind, id });
		},
	};
}
