import { describe, expect, test } from "vitest";
import { clearDraft, EMPTY_DRAFT, freshDraft, keepDraft, loadDraft } from "#components/payments/form/stored-draft.ts";

function memory(content: Record<string, string> = {}): Storage {
	const map = new Map(Object.entries(content));
	return {
		length: map.size,
		clear: () => map.clear(),
		key: () => null,
		getItem: (name) => map.get(name) ?? null,
		setItem: (name, value) => void map.set(name, value),
		removeItem: (name) => void map.delete(name),
	};
}

function closed(): Storage {
	const refuse = (): never => {
		throw new Error("storage is closed");
	};
	return { length: 0, clear: refuse, key: refuse, getItem: refuse, setItem: refuse, removeItem: refuse };
}

describe("a kept draft", () => {
	test("comes back with its values and its key", () => {
		const storage = memory();
		const stored = freshDraft({ phone: "05 03", amount: "1 200" });
		keepDraft(storage, "deposit", "m1", stored);
		expect(loadDraft(storage, "deposit", "m1", EMPTY_DRAFT)).toEqual(stored);
	});

	test("belongs to one member and one kind of payment", () => {
		const storage = memory();
		keepDraft(storage, "deposit", "m1", freshDraft({}));
		expect(loadDraft(storage, "payout", "m1", EMPTY_DRAFT)).toBeNull();
		expect(loadDraft(storage, "deposit", "m2", EMPTY_DRAFT)).toBeNull();
	});

	test("is gone once cleared, and the next one has another key", () => {
		const storage = memory();
		const stored = freshDraft({});
		keepDraft(storage, "payout", "m1", stored);
		clearDraft(storage, "payout", "m1");
		expect(loadDraft(storage, "payout", "m1", EMPTY_DRAFT)).toBeNull();
		expect(freshDraft({}).key).not.toBe(stored.key);
	});

	test.each([
		"",
		"{",
		"null",
		"[]",
		'{"draft":{}}',
		'{"draft":{},"key":"short"}',
		'{"draft":null,"key":"0123456789abcdef"}',
	])("is ignored when it reads %j", (text) => {
		expect(loadDraft(memory({ "cauri.draft.deposit.m1": text }), "deposit", "m1", EMPTY_DRAFT)).toBeNull();
	});

	test("costs nothing but itself when storage is closed", () => {
		expect(loadDraft(closed(), "deposit", "m1", EMPTY_DRAFT)).toBeNull();
		expect(() => keepDraft(closed(), "deposit", "m1", freshDraft({}))).not.toThrow();
		expect(() => clearDraft(closed(), "deposit", "m1")).not.toThrow();
	});

	test("that is larger than storage takes leaves no older one in its place", () => {
		const storage = memory();
		keepDraft(storage, "batch", "m1", freshDraft({}));
		const full = { ...storage, setItem: closed().setItem };
		keepDraft(full, "batch", "m1", freshDraft({ note: "larger" }));
		expect(loadDraft(storage, "batch", "m1", EMPTY_DRAFT)).toBeNull();
	});
});
