/** Drops direction marks and zero-width characters, which phones put around a copied number. */
export function withoutMarks(text: string): string {
	return text.replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, "");
}
