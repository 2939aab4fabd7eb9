/** Keeps a form's draft and its idempotency key across reloads of the tab; success clears it. */
import type { PaymentDraft } from "#components/payments/payment-draft.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

export const EMPTY_DRAFT: PaymentDraft = { phone: "", country: "", operator: "", amount: "", note: "" };

export interface StoredDraft {
	draft: PaymentDraft;
	/** Kept until success: after a lost answer, a second click requests the same payment. */
	key: string;
}

// The contract's pattern of the header, repeated here so that zod stays out of the first load.
const KEY_PATTERN = /^[A-Za-z0-9_-]{16,64}$/;

/** The key contains the member's id: the next member on this tab must not see these numbers. */
const nameOf = (kind: PaymentKind, memberId: string) => `cauri.draft.${kind}.${memberId}`;

export function freshDraft(start: Partial<PaymentDraft>): StoredDraft {
	return { draft: { ...EMPTY_DRAFT, ...start }, key: crypto.randomUUID() };
}

/** Null when there is none, it cannot be read, or storage is blocked. */
export function loadDraft(storage: Storage, kind: PaymentKind, memberId: string): StoredDraft | null {
	try {
		return readStored(storage.getItem(nameOf(kind, memberId)));
	} catch {
		return null;
	}
}

export function keepDraft(storage: Storage, kind: PaymentKind, memberId: string, stored: StoredDraft): void {
	try {
		storage.setItem(nameOf(kind, memberId), JSON.stringify(stored));
	} catch {
		// Without storage the draft only does not survive a reload.
	}
}

export function clearDraft(storage: Storage, kind: PaymentKind, memberId: string): void {
	try {
		storage.removeItem(nameOf(kind, memberId));
	} catch {
		// Blocked storage contains no draft.
	}
}

function readStored(text: string | null): StoredDraft | null {
	if (!text) return null;
	const value: unknown = JSON.parse(text);
	if (!isRecord(value) || !isRecord(value.draft) || !KEY_PATTERN.test(String(value.key))) return null;
	const fields = Object.entries(EMPTY_DRAFT).map(([field, empty]) => [field, textOf(value.draft, field) ?? empty]);
	return { draft: Object.fromEntries(fields) as PaymentDraft, key: String(value.key) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null;
}

function textOf(record: unknown, field: string): string | null {
	const value = isRecord(record) ? record[field] : null;
	return typeof value === "string" ? value.slice(0, 200) : null;
}
