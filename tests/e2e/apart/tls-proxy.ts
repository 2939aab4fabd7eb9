/**
 * Puts a name, TLS with a trusted certificate and a port before the sandbox. A test makes each fail: at once, or just after
 * the balance was read, so that a payout passes its check and then fails.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as askSandbox, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { INVALID_CERTIFICATE, INVALID_KEY } from "#tests/e2e/apart/test-certificate.ts";
import { LOOPBACK_CERTIFICATE, LOOPBACK_KEY } from "#tests/support/service/loopback-certificate.ts";

/** An unknown name, a closed port, or an untrusted certificate. */
type ConnectionFault = "name" | "port" | "tls";

export type TlsProxy = Awaited<ReturnType<typeof startTlsProxy>>;

// Long enough for a payout just approved to ask, on a busy machine too.
const HOLD_MS = 3_000;
const TRUSTED = { cert: INVALID_CERTIFICATE, key: INVALID_KEY };
const UNTRUSTED = { cert: LOOPBACK_CERTIFICATE, key: LOOPBACK_KEY };

export async function startTlsProxy() {
	const folder = mkdtempSync(join(tmpdir(), "cauri-tls-"));
	const [forgotten, authority] = [join(folder, "forgotten"), join(folder, "authority.pem")];
	writeFileSync(authority, INVALID_CERTIFICATE);
	let sandbox = "";
	let held = Promise.withResolvers<void>();
	held.resolve();

	const server = createServer(TRUSTED, (incoming, outgoing) => {
		void (async () => {
			if (/\/wallets\/fiat\/[A-Z]{3}\/$/.test(incoming.url ?? "")) await held.promise;
			forward(sandbox, incoming, outgoing);
		})();
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;

	/** Affects only new connections; open ones get their whole answer. */
	async function fail(fault: ConnectionFault): Promise<void> {
		if (fault === "name") writeFileSync(forgotten, "");
		if (fault === "tls") server.setSecureContext(UNTRUSTED);
		if (fault === "port") server.close();
	}
	return {
		serviceUrl(sandboxOrigin: string) {
			sandbox = sandboxOrigin;
			return `https://service.invalid:${port}/api/v1/`;
		},
		environment: {
			NODE_OPTIONS: "--import ./tests/e2e/apart/dns-failure.ts",
			NODE_EXTRA_CA_CERTS: authority,
			CAURI_TEST_NAMES: forgotten,
			MOMO_IS_SANDBOX: "",
		},
		/** Applies at once, also to open connections. */
		async shut(fault: ConnectionFault) {
			await fail(fault);
			server.closeAllConnections();
		},
		/** Requests for the balance wait for their answer from now on. */
		holdBalance() {
			held = Promise.withResolvers<void>();
		},
		/** Call it once the payout is approved: its balance request is answered after the fault has begun. */
		async answerBalanceAndShut(fault: ConnectionFault) {
			await pause(HOLD_MS);
			await fail(fault);
			held.resolve();
		},
		async heal() {
			held.resolve();
			rmSync(forgotten, { force: true });
			server.setSecureContext(TRUSTED);
			if (server.listening) return;
			server.listen(port, "127.0.0.1");
			await once(server, "listening");
		},
		async close() {
			server.close();
			server.closeAllConnections();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

function forward(sandbox: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
	const { method, headers, url } = incoming;
	const onward = askSandbox(sandbox + url, { method, headers }, (answer) => {
		outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
		answer.pipe(outgoing);
	});
	onward.on("error", () => incoming.socket.destroy());
	incoming.pipe(onward);
}
