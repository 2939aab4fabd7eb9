/** Follows redirects, keeps cookies and fills in the provider's form, as a browser does between button and callback. */

/** Goes from a provider address to the first desk address, which it does not request. */
export async function walkSignIn(
	from: URL,
	deskOrigin: string,
	login: string,
	jar: Map<string, string> = new Map(),
): Promise<URL> {
	let [address, form]: [URL, URLSearchParams | null] = [from, null];
	for (let step = 0; step < 20; step += 1) {
		if (address.origin === deskOrigin) return address;
		const response: Response = await fetch(address, {
			redirect: "manual",
			headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
			...(form ? { method: "POST", body: form } : {}),
		});
		for (const cookie of response.headers.getSetCookie()) {
			const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
			if (value) jar.set(name, value);
			else jar.delete(name);
		}
		const location = response.headers.get("location");
		if (location) {
			[address, form] = [new URL(location, address), null];
			continue;
		}
		const page = await response.text();
		const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
		if (!action) throw new Error(`the provider shows no form (${response.status}): ${page.slice(0, 400)}`);
		[address, form] = [new URL(action, address), new URLSearchParams(answerTo(action, page, login))];
	}
	throw new Error("the way to the desk has too many steps");
}

function answerTo(action: string, page: string, login: string): Record<string, string> {
	if (!action.includes("/session/end")) return { login, password: "any" };
	return { logout: "yes", xsrf: /name="xsrf" value="([^"]*)"/.exec(page)?.[1] ?? "" };
}
