/** Returns the address of the public page of a check code. */
export function verifyAddress(appOrigin: URL, code: string): string {
	return new URL(`/verify/${code}`, appOrigin).href;
}
