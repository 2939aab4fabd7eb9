/** Shapes of what may stand in a path towards the service, and in our own URLs (payments.md rule 9). */

export const REFERENCE_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
/** Of what is ours: a payment, a member, an attempt. */
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

/** `next` of the sign-in page: a path of ours, or home. Backslashes, `//host` and control characters would leave the house. */
export function localPath(next: string | null | undefined): string {
	if (!next || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)) return "/";
	return next;
}

/** A dynamic segment as Next hands it over, still percent-encoded; as it came where it cannot be decoded. */
export function decodedSegment(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
