/** The session ended while the page stood open: nothing of it stays in sight. Drafts of payments stay in the tab. */

let isLeaving = false;

/** To the sign-in, which says why and leads back here. Once, and not when the person signs out on this very page. */
export function leaveForSignIn(): void {
	if (isLeaving) return;
	isLeaving = true;
	const here = encodeURIComponent(location.pathname + location.search);
	location.assign(`/sign-in?next=${here}&ended=1`);
}

/** The desk asks for more than the password now: on this very page, or since another one. */
export function leaveForSecondStep(): void {
	if (isLeaving) return;
	isLeaving = true;
	location.assign(`/second-step?next=${encodeURIComponent(location.pathname + location.search)}`);
}

/** Who signs out here need not be told that the session ended. Returns what takes it back. */
export function signingOut(): () => void {
	isLeaving = true;
	return () => {
		isLeaving = false;
	};
}
