/** The address of PostgreSQL itself behind a pooler: for listening, session locks, migrations and tools. */

/** `url` with the host, port and options of `direct`, and its own account. Without `direct`, `url` itself. */
export function directAddress(url: string, direct: string): string {
	if (!direct || !URL.canParse(direct) || !URL.canParse(url)) return url;
	const { username, password } = new URL(url);
	return Object.assign(new URL(direct), { username, password }).href;
}
