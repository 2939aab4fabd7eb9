/** Queries and decisions of the desk's configuration. The server verb defines the shape. */
import { apiSend } from "#lib/api.ts";
import type { Asked } from "#lib/contracts/change-request.ts";
import type { ForgottenPermitClosing, MismatchAcknowledgement, SendingDecision } from "#lib/contracts/configuration.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

const PATH = "/api/configuration";

export const configurationQueries = {
	all: ["configuration"] as const,
	now: <T>() => apiQuery<T>(["configuration"], PATH),
};

/** Requests to continue with an unknown database, or with another address of the service; a second admin confirms. */
export const acknowledgeMismatch = (acknowledgement: MismatchAcknowledgement) =>
	apiSend<Asked>("POST", `${PATH}/acknowledgement`, acknowledgement);
/** Sends what an admin found about payments that a lost database sent; a second admin confirms it. */
export const closeForgottenPermits = (closing: ForgottenPermitClosing) =>
	apiSend<Asked>("POST", `${PATH}/forgotten-permits`, closing);
/** One person stops all sending at once; to resume, an admin asks a second one. */
export const decideSending = (decision: SendingDecision) => apiSend<object>("POST", `${PATH}/sending`, decision);
