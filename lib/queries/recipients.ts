import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiSend, backgroundHeader, withQuery } from "#lib/api.ts";
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
import { apiQuery } from "#lib/queries/api-query.ts";
import { readAll } from "#lib/queries/read-all.ts";

const PATH = "/api/recipients";
const pathOf = (id: string, part = "") => `${PATH}/${encodeURIComponent(id)}${part}`;

export const recipientQueries = {
	list: (query: Partial<RecipientQuery> = {}) =>
		apiQuery<RecipientList>(["recipients", "list", query], withQuery(PATH, query), {
			placeholderData: keepPreviousData,
		}),
	blocked: () => apiQuery<BlockedNumbers>(["recipients", "blocked"], `${PATH}/blocked-numbers`),
	/** POST keeps the phone number out of the URL. */
	usualOperator: (number: string) =>
		queryOptions({
			queryKey: ["recipients", "usual-operator", number],
			queryFn: () => apiSend<UsualOperator>("POST", `${PATH}/usual-operator`, { number }, backgroundHeader()),
		}),
};

/** Returns the last page whole, so the result may exceed `most`. */
export const readAllRecipients = (query: Partial<RecipientQuery>, most: number) =>
	readAll<Recipient>(PATH, query, most);

export const RECIPIENT_EXPORT_PATH = `${PATH}/export`;

export const createRecipient = (request: RecipientRequest, key: string) =>
	apiSend<Recipient>("POST", PATH, request, { "idempotency-key": key });
export const changeRecipient = (id: string, change: RecipientChange) => apiSend<Recipient>("PATCH", pathOf(id), change);
export const archiveRecipient = (id: string) => apiSend<void>("DELETE", pathOf(id));
export const eraseRecipient = (id: string) => apiSend<void>("POST", pathOf(id, "/erasure"));
export const mergeRecipients = (id: string, merge: RecipientMerge) =>
	apiSend<Recipient>("POST", pathOf(id, "/merge"), merge);
export const importRecipients = (request: RecipientImport) => apiSend<ImportAnswer>("POST", `${PATH}/import`, request);
export const blockNumber = (request: BlockRequest) =>
	apiSend<BlockedNumber>("POST", `${PATH}/blocked-numbers`, request);
export const unblockNumber = (number: string) =>
	apiSend<{ blocked: boolean } | Asked>("POST", `${PATH}/blocked-numbers/unblocking`, { number });
