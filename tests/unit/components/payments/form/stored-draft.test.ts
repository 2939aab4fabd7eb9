import { expect, test } from "vitest";
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

test("a kept draft comes back with its values and its key to one member and one kind, until it is cleared", () => {
	const storage = memory();
	const stored = freshDraft({ phone: "05 03", amount: "1 200" });
	keepDraft(storage, "deposit", "m1", stored);
	expect(loadDraft(storage, "deposit", "m1", EMPTY_DRAFT)).toEqual(stored);
	expect(loadDraft(storage, "payout", "m1", EMPTY_DRAFT)).toBeNull();
	expect(loadDraft(storage, "deposit", "m2", EMPTY_DRAFT)).toBeNull();
	clearDraft(storage, "deposit", "m1");
	expect(loadDraft(storage, "deposit", "m1", EMPTY_DRAFT)).toBeNull();
	expect(freshDraft({}).key).not.toBe(stored.key);
});

test("a form that opens with values of its own takes only a draft of the same address and values; a plain form takes any", () => {
	const storage = memory();
	const stored = { ...freshDraft({ amount: "5000" }), origin: "?again=1 {}" };
	keepDraft(storage, "deposit", "m1", stored);
	expect(loadDraft(storage, "deposit", "m1", EMPTY_DRAFT, "?again=1 {}")).toEqual(stored);
	expect(loadDraft(storage, "deposit", "m1", EMPTY_DRAFT, "?again=2 {}")).toBeNull();
	expect(loadDraft(storage, "deposit", "m1", EMPTY_DRAFT)).toEqual(stored);
	keepDraft(storage, "deposit", "m1", freshDraft({ amount: "7000" }));
	expect(loadDraft(storage, "deposit", "m1", EMPTY_DRAFT, "?again=1 {}")).toBeNull();
});

test("what cannot be a kept draft is ignored", () => {
	const noKey = ['{"draft":{}}', '{"draft":{},"key":"short"}', '{"draft":null,"key":"0123456789abcdef"}'];
	for (const text of ["", "{", "null", "[]", ...noKey])
		expect(loadDraft(memory({ "cauri.draft.deposit.m1": text }), "deposit", "m1", EMPTY_DRAFT), text).toBeNull();
});

test("closed storage costs nothing but the draft; one that is larger than it takes leaves no older one in its place", () => {
	expect(loadDraft(closed(), "deposit", "m1", EMPTY_DRAFT)).toBeNull();
	expect(() => keepDraft(closed(), "deposit", "m1", freshDraft({}))).not.toThrow();
	expect(() => clearDraft(closed(), "deposit", "m1")).not.toThrow();
	const storage = memory();
	keepDraft(storage, "batch", "m1", freshDraft({}));
	keepDraft({ ...storage, setItem: closed().setItem }, "batch", "m1", freshDraft({ note: "larger" }));
	expect(loadDraft(storage, "batch", "m1", EMPTY_DRAFT)).toBeNull();
});
