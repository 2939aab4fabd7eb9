/** Checks the service and the desk's own address from this machine: reachability, certificates, clocks. Sends no key. */
import { connect } from "node:tls";
import { type Answer, type Check, ofConfig, span } from "#server/cli/doctor/check.ts";
import { localOrigin } from "#server/cli/launcher/programs.ts";

const DAY_S = 86_400;
const CERTIFICATE_DAYS = { fault: 3, warning: 21 };
const CLOCK_S = { fault: 30, warning: 5 };
const ANSWER_MS = 8_000;
const TLS_PORT = 443;

export const SERVICE_CHECKS: readonly Check[] = [
	{
		id: "service-reached",
		run: ofConfig(async (config) => {
			const answer = await ask(config.momoBaseUrl).catch(() => null);
			return answer
				? ["good", `The service answers from here (HTTP ${answer.status}).`]
				: ["fault", "The service cannot be reached from here."];
		}),
		fix: "Let this machine reach MOMO_BASE_URL: name, firewall, proxy. Payouts wait until it does.",
	},
	{
		id: "service-clock",
		run: ofConfig(async (config) => {
			const serviceTime = Date.parse((await ask(config.momoBaseUrl)).headers.get("date") ?? "");
			if (!Number.isFinite(serviceTime)) return ["not_checked", "The service's answers have no time."];
			const apart = Math.round(Math.abs(Date.now() - serviceTime) / 1_000);
			const verdict = apart > CLOCK_S.fault ? "fault" : apart > CLOCK_S.warning ? "warning" : "good";
			return [verdict, `This machine's clock and the service's are ${apart} seconds apart.`];
		}),
		fix: "Set the clock by NTP (timedatectl set-ntp true); if this machine is right, tell the service.",
	},
	{
		id: "service-certificate",
		run: ofConfig(({ momoBaseUrl }) => certificate(momoBaseUrl, "The service's")),
		fix: "Tell the service: once its certificate has expired, no payment leaves.",
	},
	{
		id: "own-certificate",
		run: ofConfig(({ appOrigin }) => certificate(appOrigin, "The desk's")),
		fix: "Renew the certificate at the proxy in front.",
	},
	{
		id: "desk-ready",
		run: ofConfig(async (config) => {
			const answer = await ask(new URL(`${localOrigin(config.host, config.port)}/readyz`)).catch(() => null);
			if (answer?.status === 200) return ["good", "The web program is ready."];
			return ["fault", answer ? `The web program answers ${answer.status}.` : "The web program does not answer here."];
		}),
		fix: "Start Cauri; DATA_DIR/logs, or the journal with LOG_TO=stdout, says why it ended.",
	},
];

function ask(url: URL): Promise<Response> {
	return fetch(url, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(ANSWER_MS) });
}

async function certificate(url: URL, owner: string): Promise<Answer> {
	if (url.protocol !== "https:") return ["good", `${owner} address is on this machine and has no certificate.`];
	const seconds = await secondsLeft(url);
	const days = seconds / DAY_S;
	const verdict = days < CERTIFICATE_DAYS.fault ? "fault" : days < CERTIFICATE_DAYS.warning ? "warning" : "good";
	return [
		verdict,
		seconds <= 0 ? `${owner} certificate has expired.` : `${owner} certificate has ${span(seconds)} left.`,
	];
}

/** Returns the seconds until the certificate expires, even if this machine does not trust it. */
function secondsLeft({ hostname, port }: URL): Promise<number> {
	return new Promise((resolve, reject) => {
		const options = { host: hostname, port: Number(port) || TLS_PORT, servername: hostname, timeout: ANSWER_MS };
		const socket = connect({ ...options, rejectUnauthorized: false }, () => {
			resolve((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / 1_000);
			socket.destroy();
		});
		socket.once("error", reject).once("timeout", () => socket.destroy(new Error("no answer")));
	});
}
