/** Stores a form's draft and its idempotency key for this tab, until the payment is sent or the form is cleared. */
import type { PaymentDraft } from "#components/payments/payment-draft.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

export const EMPTY_DRAFT: PaymentDraft = { phone: "", country: "", operator: "", amount: "", note: "" };

export interface StoredDraft<Draft = PaymentDraft> {
	draft: Draft;
	/** The idempotency key. It stays until success, so that a second click after a lost answer requests the same payment. */
	key: string;
	/** Identifies the address and the values with which the form opened; undefined for a form that opened empty. */
	origin?: string | undefined;
}

// The contract's pattern of the Idempotency-Key header, repeated here so that zod stays out of the first load.
const KEY_PATTERN = /^[A-Za-z0-9_-]{16,64}$/;

type DraftKind = PaymentKind | "batch";

/** The name of the stored draft has the member's id, so that the next member in this tab does not see the numbers. */
const nameOf = (kind: DraftKind, memberId: string) => `cauri.draft.${kind}.${memberId}`;

export function freshDraft(start: Partial<PaymentDraft>): StoredDraft {
	return { draft: { ...EMPTY_DRAFT, ...start }, key: crypto.randomUUID() };
}

/**
 * Returns the stored draft; null when there is none, it cannot be read, or storage is blocked. `empty` has all of its fields. With `origin`,
 * only a draft of that origin is returned: the form opens with values of its own.
 */
export function loadDraft<Draft extends object = PaymentDraft>(
	storage: Storage,
	kind: DraftKind,
	memberId: string,
	empty: Draft,
	origin?: string,
): StoredDraft<Draft> | null {
	try {
		const stored = readStored(storage.getItem(nameOf(kind, memberId)), empty);
		return origin === undefined || stored?.origin === origin ? stored : null;
	} catch {
		return null;
	}
}

export function keepDraft(storage: Storage, kind: DraftKind, memberId: string, stored: StoredDraft<object>): void {
	try {
		storage.setItem(nameOf(kind, memberId), JSON.stringify(stored));
	} catch {
		// The storage is blocked or full: the draft cannot survive a reload, and an older one must not appear in its place.
		clearDraft(storage, kind, memberId);
	}
}

export function clearDraft(storage: Storage, kind: DraftKind, memberId: string): void {
	try {
		storage.removeItem(nameOf(kind, memberId));
	} catch {
		// Blocked storage contains no draft.
	}
}

function readStored<Draft extends object>(text: string | null, empty: Draft): StoredDraft<Draft> | null {
	if (!text) return null;
	const value: unknown = JSON.parse(text);
	if (!isRecord(value) || !isRecord(value.draft) || !KEY_PATTERN.test(String(value.key))) return null;
	const { draft } = value;
	const fields = Object.entries(empty).map(([field, absent]) => [field, textOf(draft[field]) ?? absent]);
	return {
		draft: Object.fromEntries(fields) as Draft,
		key: String(value.key),
		origin: textOf(value.origin) ?? undefined,
	};
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null;
}

function textOf(value: unknown): string | null {
	return typeof value === "string" ? value : null;
}
