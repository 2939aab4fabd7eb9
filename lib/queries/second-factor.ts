/** Queries and changes of the second factor. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend } from "#lib/api.ts";
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

/** Shown once; null when the member already has codes. */
export interface Enrolment {
	recoveryCodes: string[] | null;
}

export const secondFactorQueries = {
	own: () =>
		queryOptions({
			queryKey: ["account", "second-factor"] as const,
			queryFn: ({ signal }) => apiGet<OwnFactors>("/api/account/second-factor", { signal }),
		}),
	policy: () =>
		queryOptions({
			queryKey: ["settings", "second-factor"] as const,
			queryFn: ({ signal }) => apiGet<SecondFactorStatus>("/api/second-factor-policy", { signal }),
		}),
};

export function changeSecondFactorPolicy(rules: SecondFactorRules): Promise<SecondFactorStatus | Asked> {
	return apiSend("PUT", "/api/second-factor-policy", rules);
}

export function askSecondStep(): Promise<FactorQuestion> {
	return apiSend("POST", "/api/session/second-step/challenge");
}

export function passSecondStep(answer: FactorAnswer): Promise<Session> {
	return apiSend("POST", "/api/session/second-step", answer);
}

export function askPasskeySignIn(): Promise<object> {
	return apiSend("POST", "/api/session/passkey/challenge");
}

export function signInByPasskey(response: object): Promise<Session> {
	return apiSend("POST", "/api/session/passkey", { response });
}

export function askStepUp(need: StepUpNeed): Promise<StepUpQuestion> {
	return apiSend("POST", "/api/step-up/challenge", need);
}

export function giveStepUp(proof: StepUpProof): Promise<unknown> {
	return apiSend("POST", "/api/step-up", proof);
}

export function askNewPasskey(): Promise<object> {
	return apiSend("POST", "/api/account/passkeys/challenge");
}

export function addPasskey(passkey: { name: string; response: object }): Promise<Enrolment> {
	return apiSend("POST", "/api/account/passkeys", passkey);
}

export function removePasskey(id: string): Promise<unknown> {
	return apiSend("DELETE", `/api/account/passkeys/${encodeURIComponent(id)}`);
}

export function askNewTotp(): Promise<TotpEnrolment> {
	return apiSend("POST", "/api/account/totp");
}

export function confirmTotp(code: string): Promise<Enrolment> {
	return apiSend("PUT", "/api/account/totp", { code });
}

export function removeTotp(): Promise<unknown> {
	return apiSend("DELETE", "/api/account/totp");
}

export function renewRecoveryCodes(): Promise<{ recoveryCodes: string[] }> {
	return apiSend("POST", "/api/account/recovery-codes");
}

/** Undefined when the reset took effect at once. */
export function resetSecondFactor(memberId: string): Promise<Asked | undefined> {
	return apiSend("DELETE", `/api/members/${encodeURIComponent(memberId)}/second-factor`);
}
