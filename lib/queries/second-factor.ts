import { apiSend } from "#lib/api.ts";
import type { Asked } from "#lib/contracts/change-request.ts";
import type { Session } from "#lib/contracts/member.ts";
import type {
	FactorAnswer,
	FactorQuestion,
	OwnFactors,
	SecondFactorRules,
	SecondFactorStatus,
	StepUpNeed,
	StepUpProof,
	StepUpQuestion,
	TotpEnrolment,
} from "#lib/contracts/second-factor.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

/** The new recovery codes, which are shown only once; null when the member already has codes. */
export interface Enrolment {
	recoveryCodes: string[] | null;
}

export const secondFactorQueries = {
	own: () => apiQuery<OwnFactors>(["account", "second-factor"], "/api/account/second-factor"),
	policy: () => apiQuery<SecondFactorStatus>(["settings", "second-factor"], "/api/second-factor-policy"),
};

export const changeSecondFactorPolicy = (rules: SecondFactorRules) =>
	apiSend<SecondFactorStatus | Asked>("PUT", "/api/second-factor-policy", rules);

export const askSecondStep = () => apiSend<FactorQuestion>("POST", "/api/session/second-step/challenge");
export const passSecondStep = (answer: FactorAnswer) => apiSend<Session>("POST", "/api/session/second-step", answer);
export const askPasskeySignIn = () => apiSend<object>("POST", "/api/session/passkey/challenge");
export const signInByPasskey = (response: object) => apiSend<Session>("POST", "/api/session/passkey", { response });

export const beginStepUp = (need: StepUpNeed) => apiSend<StepUpQuestion>("POST", "/api/step-up/challenge", need);
export const giveStepUp = (proof: StepUpProof) => apiSend("POST", "/api/step-up", proof);

export const askNewPasskey = () => apiSend<object>("POST", "/api/account/passkeys/challenge");
export const addPasskey = (passkey: { name: string; response: object }) =>
	apiSend<Enrolment>("POST", "/api/account/passkeys", passkey);
export const removePasskey = (id: string) => apiSend("DELETE", `/api/account/passkeys/${encodeURIComponent(id)}`);
export const askNewTotp = () => apiSend<TotpEnrolment>("POST", "/api/account/totp");
export const confirmTotp = (code: string) => apiSend<Enrolment>("PUT", "/api/account/totp", { code });
export const removeTotp = () => apiSend("DELETE", "/api/account/totp");
export const renewRecoveryCodes = () => apiSend<{ recoveryCodes: string[] }>("POST", "/api/account/recovery-codes");
/** Resolves to undefined when the reset took effect at once, and otherwise to the change request. */
export const resetSecondFactor = (memberId: string) =>
	apiSend<Asked | undefined>("DELETE", `/api/members/${encodeURIComponent(memberId)}/second-factor`);
