/** Sends plain-text mail by SMTP, one connection per mail. Only the worker uses it. */
import { createTransport } from "nodemailer";
import type { Config } from "#server/config.ts";
import { isLoopback } from "#server/environment/network-faults.ts";

export interface Mailer {
	/** Resolves when the mail server accepts the mail. Throws errors that the queue retries. */
	send(mail: { to: string; subject: string; text: string }): Promise<void>;
}

// A mail server that does not answer must not block a worker slot.
const TIMEOUT_MS = 30_000;

export function openMailer({ mail, businessName }: Pick<Config, "mail" | "businessName">): Mailer | null {
	if (mail === null) return null;
	const transport = createTransport(smtpOptions(mail.url.reveal()));
	return {
		async send({ to, subject, text }) {
			const from = { name: businessName, address: mail.from };
			// An object, so that a comma in typed text adds no second recipient.
			await transport.sendMail({ from, to: { name: "", address: to }, subject, text });
		},
	};
}

/** Expects an address that `mailFaults` has checked. Pure. */
export function smtpOptions(url: string) {
	const { hostname, port, protocol, username, password } = new URL(url);
	const secure = protocol === "smtps:";
	return {
		host: hostname.replace(/^\[|\]$/g, ""),
		port: Number(port) || (secure ? 465 : 587),
		secure,
		// Beyond this machine the connection is encrypted, and the certificate verified, before anything is sent.
		requireTLS: !secure && !isLoopback(hostname),
		...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
		connectionTimeout: TIMEOUT_MS,
		greetingTimeout: TIMEOUT_MS,
		socketTimeout: TIMEOUT_MS,
		// Our emails are plain text: the library must load no file or URL.
		disableFileAccess: true,
		disableUrlAccess: true,
	};
}
