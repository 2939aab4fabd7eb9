import { apiSend } from "#lib/api.ts";
import type { Asked } from "#lib/contracts/change-request.ts";
import type { ForgottenPermitClosing, MismatchAcknowledgement, SendingDecision } from "#lib/contracts/configuration.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

const PATH = "/api/configuration";

export const configurationQueries = {
	now: <T>() => apiQuery<T>(["configuration"], PATH),
};

/** Asks to accept a database with a mismatch, or another address of the service; a second admin confirms. */
export const acknowledgeMismatch = (acknowledgement: MismatchAcknowledgement) =>
	apiSend<Asked>("POST", `${PATH}/acknowledgement`, acknowledgement);
/** Asks to close forgotten permits, with what an admin found in the wallet; a second admin confirms. */
export const closeForgottenPermits = (closing: ForgottenPermitClosing) =>
	apiSend<Asked>("POST", `${PATH}/forgotten-permits`, closing);
/** `stop` takes effect at once; `resume` is a change request, which a second admin confirms. */
export const decideSending = (decision: SendingDecision) => apiSend<object>("POST", `${PATH}/sending`, decision);
