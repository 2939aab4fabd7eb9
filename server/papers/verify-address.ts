/** Returns the address of the page that checks a code; anybody can open it without signing in. */
export function verifyAddress(appOrigin: URL, code: string): string {
	return new URL(`/verify/${code}`, appOrigin).href;
}
