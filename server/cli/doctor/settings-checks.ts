/** Checks that the settings are complete and safe beyond this machine, and names unset ones that should be set. */
import { once } from "node:events";
import { connect } from "node:net";
import { encryptTo, recipientsIn } from "#server/backup/backup-cipher.ts";
import { type Check, ofConfig, ofFigures, span } from "#server/cli/doctor/check.ts";
import { unknownVariables } from "#server/environment/known-variables.ts";
import { isLoopback } from "#server/environment/network-faults.ts";
import { smtpOptions } from "#server/mail/mailer.ts";

const OLD_BACKUP_S = 36 * 3_600;
const CONNECT_MS = 5_000;

export const SETTINGS_CHECKS: readonly Check[] = [
	{
		id: "settings",
		run: ({ env, faults }) => {
			// A fault may quote typed text, so only its first word is shown: the variable's name.
			const names = [...new Set(faults.map((fault) => /^[A-Z_]+/.exec(fault)?.[0] ?? "a setting"))];
			if (faults.length > 0) return ["fault", `${faults.length} faults of the environment: ${names.join(", ")}.`];
			const unknown = unknownVariables(env).length;
			return unknown > 0
				? ["warning", `${unknown} variables are not known to Cauri; they may be misspelt.`]
				: ["good", "The environment is complete."];
		},
		fix: "Run npm start: it names each of them. .env.example lists the variables.",
	},
	{
		id: "origin",
		run: ofConfig((config) => {
			if (config.appOrigin.protocol === "https:") return ["good", "People reach the desk by https."];
			return ["warning", "People reach the desk by plain http, from this machine alone; passkeys need a name."];
		}),
		fix: "Put a proxy with a certificate in front, and set APP_ORIGIN to its https: address.",
	},
	{
		id: "proxies",
		run: ofConfig((config) => {
			if (config.appOrigin.protocol !== "https:") return ["good", "There is no proxy in front."];
			return config.trustedProxies.length > 0
				? ["good", "The proxy in front is named."]
				: ["warning", "No proxy is named: everybody shares its address, and wrong passwords of one slow down all."];
		}),
		fix: "Set TRUSTED_PROXIES to the proxy's address (docs/operate.md, Behind a reverse proxy).",
	},
	{
		id: "session-password",
		run: ofConfig((config) => {
			const count = Object.keys(config.sessionPasswords).length;
			return count > 1
				? ["warning", `SESSION_PASSWORD still has ${count - 1} older values.`]
				: ["good", "SESSION_PASSWORD has one value."];
		}),
		fix: "Remove the older values once everybody has signed in with the new one.",
	},
	{
		id: "mail",
		run: ofConfig(async (config) => {
			if (!config.mail) return ["warning", "The desk sends no mail: an admin hands links over."];
			const { host, port } = smtpOptions(config.mail.url.reveal());
			return (await answers(host, port))
				? ["good", "The mail server answers."]
				: ["fault", "The mail server does not answer."];
		}),
		fix: "Set SMTP_URL and SMTP_FROM, and let this machine reach the mail server.",
	},
	{
		id: "backup-encrypted",
		run: ({ env }) => {
			const recipients = recipientsIn(env);
			if (recipients.length === 0)
				return ["warning", "Backups are not encrypted: they hold names, numbers and password digests."];
			return encryptTo(recipients).then(
				() => ["good", "Backups are encrypted."],
				() => ["fault", "BACKUP_RECIPIENT is not a public key of age, so no backup is written."],
			);
		},
		fix: "Set BACKUP_RECIPIENT to a public key of age (docs/operate.md, Back up).",
	},
	{
		id: "backup-age",
		run: ofFigures(({ backupSeconds: age }) => {
			if (age === null) return ["fault", "No backup is known."];
			return [age > OLD_BACKUP_S ? "warning" : "good", `The last verified backup is ${span(age)} old.`];
		}),
		fix: "Run npm run backup -- --to a folder on another disk; --every 24h keeps a schedule.",
	},
	{
		id: "metrics-token",
		run: ofConfig((config) => {
			if (config.workerPort === null) return ["warning", "The worker is not monitored: WORKER_PORT is not set."];
			if (!isLoopback(config.host) && !config.metricsToken)
				return ["warning", "METRICS_TOKEN is not set, and other machines need it to read the metrics."];
			return ["good", "The worker can be monitored."];
		}),
		fix: "Set WORKER_PORT, and METRICS_TOKEN when another machine reads the metrics; the alert rules are in docs/deploy.",
	},
];

async function answers(host: string, port: number): Promise<boolean> {
	const socket = connect({ host, port });
	const connected = once(socket, "connect", { signal: AbortSignal.timeout(CONNECT_MS) });
	return connected
		.then(
			() => true,
			() => false,
		)
		.finally(() => socket.destroy());
}
