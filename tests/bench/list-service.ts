/** A program of its own: a service that lists a wallet's movements, newest first, at full speed or at a rate in MB/s. */
import { createServer, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

const [port, rows] = process.argv.slice(2).map(Number);
const PIECE_BYTES = 65_536;
const MINUTE = 60_000;
const newest = Date.parse("2026-11-01T00:00:00Z");

let head: string[] = [];
const rest = Buffer.from(Array.from({ length: rows ?? 0 }, (_, index) => `,${lineOf(index)}`).join(""));
let body = bodyOf();

/** Three deposits to each withdrawal, three minutes apart. */
function lineOf(index: number): string {
	return JSON.stringify({
		movement_type: index % 4 === 0 ? "withdrawal" : "deposit",
		amount: `${500 * (1 + ((((index % 400) + 400) * 7919) % 400))}.00`,
		fee_amount: `${Math.abs(index) % 90}.00`,
		currency_code: "XOF",
		created_at: new Date(newest - index * 3 * MINUTE).toISOString(),
	});
}

function bodyOf(): Buffer {
	const first = head.join();
	return Buffer.concat([Buffer.from(`[${first}`), first === "" ? rest.subarray(1) : rest, Buffer.from("]")]);
}

async function send(response: ServerResponse, megabytesASecond: number): Promise<void> {
	const all = body;
	const began = performance.now();
	response.writeHead(200, { "content-type": "application/json", "content-length": all.length });
	for (let at = 0; at < all.length; at += PIECE_BYTES) {
		if (!response.write(all.subarray(at, at + PIECE_BYTES))) await new Promise((go) => response.once("drain", go));
		const early = megabytesASecond > 0 ? at / (megabytesASecond * 1_000) - (performance.now() - began) : 0;
		if (early > 5) await pause(early);
	}
	response.end();
}

let speed = 0;
const server = createServer((request, response) => {
	const url = new URL(request.url ?? "/", "http://bench");
	if (url.pathname.endsWith("/movements/")) return void send(response, speed);
	if (url.pathname === "/speed") speed = Number(url.searchParams.get("mb"));
	if (url.pathname === "/add") {
		const lines = Array.from({ length: Number(url.searchParams.get("lines")) }, (_, index) =>
			lineOf(-head.length - index - 1),
		);
		head = [...lines.toReversed(), ...head];
		body = bodyOf();
	}
	const [, wallet] = /\/wallets\/fiat\/([A-Z]{3})\/$/.exec(url.pathname) ?? [];
	if (!wallet) return void response.end("ok");
	const balance = { wallet_reference: "WF-1", balance: "500000.00", currency_code: wallet };
	response.writeHead(200, { "content-type": "application/json" });
	response.end(JSON.stringify({ ...balance, updated_at: new Date(newest).toISOString() }));
});
// Longer than any measurement.
server.keepAliveTimeout = 600_000;
server.listen(port, "127.0.0.1", () => process.send?.("ready"));
