/** What of the mail server's address would let somebody on the network read the mail, or take its password. Pure. */

/** Both empty: the desk sends no mail. No fault tells the address: it may hold a password. */
export function mailFaults({ url, from }: { url: string; from: string }): string[] {
	if (!url) return from ? ["SMTP_FROM is set, but not SMTP_URL: no mail would be sent"] : [];
	const faults = senderFaults(from);
	if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
		return [...faults, "SMTP_URL must be an address such as smtps://user:password@mail.example.com"];
	const { hostname, search, hash, pathname } = new URL(url);
	if (!hostname) faults.push("SMTP_URL names no host");
	// The mail library reads options there, such as one that looks at no certificate.
	if (search || hash || pathname.length > 1)
		faults.push("SMTP_URL must have no path, query or fragment: TLS is demanded beyond this machine, always");
	return faults;
}

function senderFaults(from: string): string[] {
	if (!from) return ["SMTP_FROM is missing: the address that mails come from, such as desk@example.com"];
	// One plain address: nothing that a header could be made longer by.
	return /^[^\s<>(),;:"\\@]+@[^\s<>(),;:"\\@]+$/.test(from)
		? []
		: ["SMTP_FROM must be one plain address, such as desk@example.com"];
}
