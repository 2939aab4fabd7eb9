/** Leaves the page when its session has ended, so that no data stays on the screen. Drafts of payments stay in the tab's storage. */

let isLeaving = false;

/** Goes to the sign-in page, which tells why and leads back. Does so once, and never while the person signs out here. */
export function redirectToSignIn(): void {
	redirectTo("/sign-in", "&ended=1");
}

export function redirectToSecondStep(): void {
	redirectTo("/second-step");
}

function redirectTo(path: string, reason = ""): void {
	if (isLeaving) return;
	isLeaving = true;
	location.assign(`${path}?next=${encodeURIComponent(location.pathname + location.search)}${reason}`);
}

/** Keeps a sign-out on this page from being reported as an ended session. Returns a function that undoes this. */
export function signingOut(): () => void {
	isLeaving = true;
	return () => {
		isLeaving = false;
	};
}
