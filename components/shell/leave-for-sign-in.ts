/** Leaves the page when its session ended, so that no data stays visible. Payment drafts stay in the tab. */

let isLeaving = false;

/** Goes to the sign-in page, which explains why and leads back. Only once, and not when the person signs out on this page. */
export function leaveForSignIn(): void {
	if (isLeaving) return;
	isLeaving = true;
	const here = encodeURIComponent(location.pathname + location.search);
	location.assign(`/sign-in?next=${here}&ended=1`);
}

/** Goes to the page of the second step, because the desk now requires the second factor. */
export function leaveForSecondStep(): void {
	if (isLeaving) return;
	isLeaving = true;
	location.assign(`/second-step?next=${encodeURIComponent(location.pathname + location.search)}`);
}

/** Suppresses the "session ended" text when the person signs out here. Returns a function that undoes this. */
export function signingOut(): () => void {
	isLeaving = true;
	return () => {
		isLeaving = false;
	};
}
