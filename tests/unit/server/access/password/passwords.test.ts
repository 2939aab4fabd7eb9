import { argon2 } from "node:crypto";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { hashPassword, inPasswordTurn, turns, verifyPassword } from "#server/access/password/passwords.ts";
import { AppError } from "#server/errors.ts";

// The real argon2, with a spy.
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

	test("is worked on at most twice at once; who comes behind sixty of their own address is told to wait, others are not", async () => {
		const work = vi.mocked(argon2);
		work.mockImplementation((_algorithm, _parameters, answer) => setImmediate(() => answer(null, Buffer.alloc(32))));
		onTestFinished(() => void work.mockReset());
		let most = 0;
		const from = async (address: string) => {
			const opened = inPasswordTurn({ lane: address, first: false }, async (check) => {
				most = Math.max(most, turns().running);
				return check(null, "green-river-stone");
			});
			return opened;
		};
		const crowd = Promise.allSettled(Array.from({ length: 80 }, () => from("a")));
		const [other, own] = await Promise.all([from("b"), verifyPassword(null, "green-river-stone")]);
		expect([other, own]).toEqual([false, false]);
		const refused = (await crowd).flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
		expect(most).toBe(2);
		expect(refused).toHaveLength(80 - 61);
		expect(refused.every((error) => error instanceof AppError && error.code === "too_many_attempts")).toBe(true);
		expect(turns().running).toBe(0);
	});
});
