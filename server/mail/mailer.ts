/** The way out for mail: plain text by SMTP, one connection a mail. Used by the worker alone. */
import { createTransport } from "nodemailer";
import type { Config } from "#server/config.ts";
import { isLoopback } from "#server/environment/network-faults.ts";

interface Mail {
	to: string;
	subject: string;
	/** Plain text. */
	text: string;
}

export interface Mailer {
	/** Resolves when the mail server has taken it. Throws what the queue tries again. */
	send(mail: Mail): Promise<void>;
}

// A server that says nothing must not hold a worker's place.
const PATIENCE_MS = 30_000;

/** Null where the desk sends no mail. */
export function openMailer({ mail, businessName }: Pick<Config, "mail" | "businessName">): Mailer | null {
	if (mail === null) return null;
	const transport = createTransport(smtpOptions(mail.url.reveal()));
	return {
		async send({ to, subject, text }) {
			const from = { name: businessName, address: mail.from };
			// As an object: a comma in what a person typed makes no second recipient.
			await transport.sendMail({ from, to: { name: "", address: to }, subject, text });
		},
	};
}

/** Of an address that `mailFaults` has judged. Pure. */
export function smtpOptions(url: string) {
	const { hostname, port, protocol, username, password } = new URL(url);
	const secure = protocol === "smtps:";
	return {
		host: hostname.replace(/^\[|\]$/g, ""),
		port: Number(port) || (secure ? 465 : 587),
		secure,
		// Beyond this machine nothing is said before the line is encrypted, and the certificate is looked at.
		requireTLS: !secure && !isLoopback(hostname),
		...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
		connectionTimeout: PATIENCE_MS,
		greetingTimeout: PATIENCE_MS,
		socketTimeout: PATIENCE_MS,
		// What we write is text: no file and no address is fetched for it.
		disableFileAccess: true,
		disableUrlAccess: true,
	};
}
