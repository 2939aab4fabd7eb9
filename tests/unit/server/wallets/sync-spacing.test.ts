import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "#server/sandbox/seed/random.ts";
import { LONGEST_WAIT_MS, waitMsAfter } from "#server/wallets/run-movement-sync.ts";

const LINES = 365_000;
const DAY_MS = 86_400_000;
const MINUTE = 60_000;

/** Bytes of a list of this many lines, a thousand a day, as the service writes it: plain and gzipped. */
function listOf(lines: number): { plain: number; packed: number } {
	const random = createRandom(7);
	let at = Date.parse("2026-11-01T00:00:00Z");
	const text = Array.from({ length: lines }, () => {
		at -= random.between(1, 172_800);
		const amount = random.between(1, 400) * 500;
		return JSON.stringify({
			movement_type: random.between(0, 9) < 3 ? "withdrawal" : "deposit",
			...{ amount: `${amount}.00`, fee_amount: `${Math.floor(amount / 100)}.00`, currency_code: "XOF" },
			created_at: new Date(at).toISOString(),
		});
	}).join();
	return { plain: text.length + 2, packed: gzipSync(`[${text}]`).length };
}

/**
 * A day of a thousand payments between 7:00 and 19:00. Each asks for a list; so does the schedule, every five minutes, unless
 * nothing moved within the hour. The connection carries 500 bytes per millisecond (4 Mbit/s).
 */
function bytesOfDay(bytes: number): { total: number; lists: number } {
	const random = createRandom(11);
	const payments = Array.from({ length: 1_000 }, () => random.between(7 * 60 * MINUTE, 19 * 60 * MINUTE));
	const wishes = [
		...payments.map((at) => ({ at, regular: false })),
		...Array.from({ length: DAY_MS / (5 * MINUTE) }, (_, index) => ({ at: index * 5 * MINUTE, regular: true })),
	].sort((one, other) => one.at - other.at);
	const tookMs = bytes / 500;
	let endedAt = -LONGEST_WAIT_MS;
	let lists = 0;
	for (let queue = wishes; queue.length > 0; ) {
		const [{ at, regular }, ...rest] = queue as [{ at: number; regular: boolean }];
		queue = rest;
		const isStill = !payments.some((paid) => paid > endedAt && paid <= at);
		if (regular && isStill && at - endedAt < LONGEST_WAIT_MS) continue;
		const wait = waitMsAfter({ ageMs: at - endedAt, tookMs, bytes }, false);
		const startsAt = at + wait;
		if (startsAt > DAY_MS) break;
		lists += 1;
		endedAt = startsAt + tookMs;
		queue = queue.filter((wish) => wish.at > startsAt);
	}
	return { total: lists * bytes, lists };
}

test("a wallet of 365,000 lines takes at most 0.5 GB a day with gzip, and an uncompressed list an hour without", () => {
	const { plain, packed } = listOf(LINES);
	const [zipped, whole] = [bytesOfDay(packed), bytesOfDay(plain)];
	const shown = (bytes: number) => `${(bytes / 1e9).toFixed(2)} GB`;
	console.log(
		`${LINES} lines: ${(plain / 1e6).toFixed(1)} MB, by gzip ${(packed / 1e6).toFixed(1)} MB; a day ${shown(zipped.total)} in ${zipped.lists} lists, without gzip ${shown(whole.total)} in ${whole.lists}`,
	);
	expect(zipped.total).toBeLessThanOrEqual(500_000_000);
	expect(whole.lists).toBeLessThanOrEqual(24);
});

test("whoever asks waits for the list's time alone, and nobody longer than an hour", () => {
	expect(waitMsAfter({ ageMs: null, tookMs: 0, bytes: 0 }, false)).toBe(0);
	expect(waitMsAfter({ ageMs: 0, tookMs: 1_000, bytes: 50_000_000 }, true)).toBe(5_000);
	// The database's clock was set back meanwhile.
	expect(waitMsAfter({ ageMs: -3_600_000, tookMs: 1_000, bytes: 0 }, true)).toBe(5_000);
	const natural = fc.nat({ max: 10_000_000 });
	fc.assert(
		fc.property(natural, natural, fc.nat({ max: 2_000_000_000 }), fc.boolean(), (ageMs, tookMs, bytes, asked) => {
			const wait = waitMsAfter({ ageMs, tookMs, bytes }, asked);
			expect(wait).toBeGreaterThanOrEqual(0);
			expect(wait + ageMs).toBeLessThanOrEqual(Math.max(ageMs, LONGEST_WAIT_MS));
			expect(wait).toBeLessThanOrEqual(waitMsAfter({ ageMs, tookMs, bytes }, false));
		}),
	);
});
