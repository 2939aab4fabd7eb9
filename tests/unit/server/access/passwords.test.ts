import { argon2 } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { hashPassword, turns, verifyPassword } from "#server/access/passwords.ts";
import { AppError } from "#server/errors.ts";

// The real one, watched.
vi.mock("node:crypto", async (load) => {
	const real = await load<typeof import("node:crypto")>();
	return { ...real, argon2: vi.fn(real.argon2) };
});

describe("a password at rest", () => {
	test("is argon2id in PHC text with the cost of the rules, never twice the same", async () => {
		const [one, two] = await Promise.all([hashPassword("green-river-stone"), hashPassword("green-river-stone")]);
		expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
		expect(one).not.toBe(two);
	});

	test("opens with exactly itself", async () => {
		const hash = await hashPassword("green-river-stone");
		expect(await verifyPassword(hash, "green-river-stone")).toBe(true);
		expect(await verifyPassword(hash, "green-river-stonE")).toBe(false);
		expect(await verifyPassword(hash, "")).toBe(false);
	});

	test("is the same however its letters were composed", async () => {
		const hash = await hashPassword("caf\u00e9 sous la lune");
		expect(await verifyPassword(hash, "cafe\u0301 sous la lune")).toBe(true);
	});

	test.each(["", "opens-nothing", "$argon2id$v=19$m=1,t=1,p=1$$", "$2b$10$abcdefghijklmnopqrstuv"])(
		"kept as the unreadable %j opens for nobody",
		async (hash) => {
			expect(await verifyPassword(hash, "green-river-stone")).toBe(false);
		},
	);

	test("of no account costs exactly the work of a real account's, and never opens", async () => {
		const hash = await hashPassword("green-river-stone");
		const work = vi.mocked(argon2);
		const workOf = async (phc: string | null) => {
			work.mockClear();
			expect(await verifyPassword(phc, "not this one at all")).toBe(false);
			return work.mock.calls.map(([algorithm, { memory, passes, parallelism, tagLength }]) => {
				return { algorithm, memory, passes, parallelism, tagLength };
			});
		};
		const known = await workOf(hash);
		expect(known).toHaveLength(1);
		expect(await workOf(null)).toEqual(known);
	});

	test("is worked on at most twice at once; who comes behind thirty others is told to wait", async () => {
		const hash = await hashPassword("green-river-stone");
		let most = 0;
		const outcomes = await Promise.allSettled(
			Array.from({ length: 50 }, async () => {
				const opened = verifyPassword(hash, "green-river-stone");
				most = Math.max(most, turns().running);
				const result = await opened;
				most = Math.max(most, turns().running);
				return result;
			}),
		);
		const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
		expect(most).toBe(2);
		expect(refused).toHaveLength(50 - 32);
		expect(refused.every((error) => error instanceof AppError && error.code === "too_many_attempts")).toBe(true);
		expect(turns().running).toBe(0);
		// Thirty-two times argon2, two at a time, on a machine that may be busy.
	}, 60_000);
});
