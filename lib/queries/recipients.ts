/** Queries of the book, and people's acts on it. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend, withQuery } from "#lib/api.ts";
import type { Asked } from "#lib/contracts/change-request.ts";
import type {
	BlockedNumber,
	BlockedNumbers,
	BlockRequest,
	ImportAnswer,
	Recipient,
	RecipientChange,
	RecipientImport,
	RecipientList,
	RecipientMerge,
	RecipientQuery,
	RecipientRequest,
	UsualOperator,
} from "#lib/contracts/recipient.ts";

const PATH = "/api/recipients";
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;

export const recipientQueries = {
	all: ["recipients"] as const,
	list: (query: Partial<RecipientQuery> = {}) =>
		queryOptions({
			queryKey: ["recipients", "list", query] as const,
			queryFn: ({ signal }) => apiGet<RecipientList>(withQuery(PATH, query), { signal }),
			placeholderData: keepPreviousData,
		}),
	blocked: () =>
		queryOptions({
			queryKey: ["recipients", "blocked"] as const,
			queryFn: ({ signal }) => apiGet<BlockedNumbers>(`${PATH}/blocked-numbers`, { signal }),
		}),
	/** POST keeps the phone number out of the URL. */
	usualOperator: (number: string) =>
		queryOptions({
			queryKey: ["recipients", "usual-operator", number] as const,
			queryFn: () => apiSend<UsualOperator>("POST", `${PATH}/usual-operator`, { number }),
		}),
};

export const RECIPIENT_EXPORT_PATH = `${PATH}/export`;

export function createRecipient(request: RecipientRequest, idempotencyKey: string): Promise<Recipient> {
	return apiSend("POST", PATH, request, { "idempotency-key": idempotencyKey });
}

export function changeRecipient(id: string, change: RecipientChange): Promise<Recipient> {
	return apiSend("PATCH", pathOf(id), change);
}

export function archiveRecipient(id: string): Promise<void> {
	return apiSend("DELETE", pathOf(id));
}

export function eraseRecipient(id: string): Promise<void> {
	return apiSend("POST", `${pathOf(id)}/erasure`);
}

export function mergeRecipients(id: string, merge: RecipientMerge): Promise<Recipient> {
	return apiSend("POST", `${pathOf(id)}/merge`, merge);
}

export function importRecipients(request: RecipientImport): Promise<ImportAnswer> {
	return apiSend("POST", `${PATH}/import`, request);
}

export function blockNumber(request: BlockRequest): Promise<BlockedNumber> {
	return apiSend("POST", `${PATH}/blocked-numbers`, request);
}

export function unblockNumber(number: string): Promise<{ blocked: boolean } | Asked> {
	return apiSend("POST", `${PATH}/blocked-numbers/unblocking`, { number });
}
