/** A real mail server on loopback that keeps the mails it gets. */
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

interface KeptMail {
	to: string[];
	from: string;
	/** As received, with headers and body. */
	raw: string;
	/** The body as a reader sees it. */
	text: string;
}

export async function startMailServer(options: SMTPServerOptions = {}) {
	const mails: KeptMail[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS"],
		...options,
		onData(stream, session, done) {
			const parts: Buffer[] = [];
			stream.on("data", (part: Buffer) => parts.push(part));
			stream.on("end", () => {
				const raw = Buffer.concat(parts).toString();
				const { mailFrom, rcptTo } = session.envelope;
				const from = mailFrom ? mailFrom.address : "";
				mails.push({ to: rcptTo.map(({ address }) => address), from, raw, text: bodyOf(raw) });
				done();
			});
		},
	});
	server.on("error", () => undefined);
	await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
	const { port } = server.server.address() as AddressInfo;
	return { port, mails, stop: () => new Promise<void>((done) => server.close(() => done())) };
}

function bodyOf(raw: string): string {
	const [head = "", ...rest] = raw.split("\r\n\r\n");
	const body = rest.join("\r\n\r\n");
	const encoding = /^content-transfer-encoding: (\S+)/im.exec(head)?.[1]?.toLowerCase();
	if (encoding === "base64") return Buffer.from(body, "base64").toString();
	if (encoding !== "quoted-printable") return body;
	const bytes = body
		.replace(/=\r\n/g, "")
		.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
	return Buffer.from(bytes, "latin1").toString();
}
