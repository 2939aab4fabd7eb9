/** Only the namespaces that client components of a page use travel to the browser. */
export function pickMessages<M extends object, N extends keyof M>(messages: M, namespaces: readonly N[]): Pick<M, N> {
	return Object.fromEntries(namespaces.map((name) => [name, messages[name]])) as Pick<M, N>;
}
