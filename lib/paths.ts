/** Allowed values in paths of service requests and of our own URLs (payments.md rule 9). */

export const REFERENCE_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
/** Our own ids: a payment, a member, an attempt. */
export const ID_PATTERN = /^[A-Za-z0-9-]{1,64}$/;
export const CURRENCY_PATTERN = /^[A-Z]{3}$/;

export function isReference(text: string): boolean {
	return REFERENCE_PATTERN.test(text);
}

export function isId(text: string): boolean {
	return ID_PATTERN.test(text);
}

export function isCurrency(text: string): boolean {
	return CURRENCY_PATTERN.test(text);
}

/**
 * Returns `next` of the sign-in page if it is a path of this desk, else "/". Rejects backslashes, `//host` and control characters, which
 * could lead to another site.
 */
export function localPath(next: string | null | undefined): string {
	if (!next || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)) return "/";
	return next;
}

/** Decodes a dynamic segment of a route, which Next passes percent-encoded; returns it unchanged if it cannot be decoded. */
export function decodedSegment(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
