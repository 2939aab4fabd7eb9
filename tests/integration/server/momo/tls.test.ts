import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { LOOPBACK_CERTIFICATE, LOOPBACK_KEY } from "#tests/support/service/loopback-certificate.ts";
import {
	clientOf,
	inTime,
	PAYOUT_ORDER,
	WIRE_PAYOUT,
	WIRE_WALLET,
	wireMovementRow,
} from "#tests/support/service/momo-client.ts";
import { startScriptedService } from "#tests/support/service/scripted-service.ts";

const scripted = await startScriptedService({ tls: { cert: LOOPBACK_CERTIFICATE, key: LOOPBACK_KEY } });
scripted.answer((request, respond) => {
	if (request.method === "POST") return respond.json(200, WIRE_PAYOUT);
	respond.json(200, request.path.endsWith("/movements/") ? [wireMovementRow("1.00")] : WIRE_WALLET);
});
const trusted = getCACertificates("default");
afterEach(() => setDefaultCACertificates(trusted));
afterAll(() => scripted.close());

describe("over TLS", () => {
	test("an authority nobody trusts ends every call before a byte of it is sent", async () => {
		const client = clientOf(scripted.baseUrl, { reads: { retries: 0 } });
		await expect(client.startPayout(PAYOUT_ORDER, inTime)).rejects.toMatchObject({ kind: "not_sent" });
		await expect(client.readBalance("XOF")).rejects.toMatchObject({ kind: "not_sent" });
		await expect(client.streamMovements("XOF")[Symbol.asyncIterator]().next()).rejects.toMatchObject({
			kind: "not_sent",
		});
		expect(scripted.requests).toHaveLength(0);
		await client.close();
	});

	test("a certificate of another name ends every call before a byte of it is sent, though it is trusted", async () => {
		setDefaultCACertificates([...trusted, LOOPBACK_CERTIFICATE]);
		// The same machine, by a name that is not in the certificate.
		const client = clientOf(new URL(scripted.baseUrl.href.replace("127.0.0.1", "[::ffff:127.0.0.1]")), {
			reads: { retries: 0 },
		});
		await expect(client.startPayout(PAYOUT_ORDER, inTime)).rejects.toMatchObject({
			kind: "not_sent",
			message: /altname|cert/i,
		});
		await expect(client.readBalance("XOF")).rejects.toMatchObject({ kind: "not_sent" });
		expect(scripted.requests).toHaveLength(0);
		await client.close();
	});

	test("a trusted one lets every call through, by address and by name, each POST on a connection of its own", async () => {
		setDefaultCACertificates([...trusted, LOOPBACK_CERTIFICATE]);
		for (const host of ["127.0.0.1", "localhost"]) {
			const baseUrl = new URL(scripted.baseUrl.href.replace("127.0.0.1", host));
			const client = clientOf(baseUrl);
			expect((await client.startPayout(PAYOUT_ORDER, inTime)).answer.reference).toBe(WIRE_PAYOUT.reference);
			expect((await client.startPayout(PAYOUT_ORDER, inTime)).answer.reference).toBe(WIRE_PAYOUT.reference);
			expect((await client.readBalance("XOF"))?.balance).toBe(WIRE_WALLET.balance);
			const { value } = await client.streamMovements("XOF")[Symbol.asyncIterator]().next();
			expect(value?.lines).toMatchObject([{ amount: "1.00" }]);
			await client.close();
		}
		const posts = scripted.requests.filter((request) => request.method === "POST");
		expect(new Set(posts.map((request) => request.connection)).size).toBe(4);
	});
});
