/** "awa.kone@example.com" → "a•••@example.com": enough to recognise a colleague, too little to collect addresses. */
export function maskEmail(email: string): string {
	const [name = "", host = ""] = email.split("@");
	return `${name.slice(0, 1)}•••@${host}`;
}
