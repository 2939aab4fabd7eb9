import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as OPEN } from "#app/api/objection/opening/route.ts";
import { POST as STOP } from "#app/api/objection/route.ts";
import { invitationsSchema } from "#lib/contracts/invitation.ts";
import { decideChange } from "#server/change-requests/decide-change.ts";
import { acceptInvitation } from "#server/invitations/accept-invitation.ts";
import { inviteMember } from "#server/invitations/invite-member.ts";
import { listInvitations } from "#server/invitations/list-invitations.ts";
import { mailInvitation } from "#server/invitations/mail-invitation.ts";
import { reissueInvitation, revokeInvitation } from "#server/invitations/reissue-invitation.ts";
import { sealedFor } from "#server/invitations/send-link.ts";
import { createLog, maskNumber } from "#server/log.ts";
import { openMailer } from "#server/mail/mailer.ts";
import { changeMember } from "#server/members/change-member.ts";
import { blockNumber } from "#server/recipients/block-number.ts";
import { unblockNumber } from "#server/recipients/unblock-number.ts";
import { sealSecret } from "#server/second-factor/seal-secret.ts";
import { changeBatchFailures } from "#server/settings/change-batch-failures.ts";
import { changePaymentExpiry } from "#server/settings/change-payment-expiry.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { type JobRunner, startJobRunner } from "#server/worker/job-runner.ts";
import { watchingTasks } from "#server/worker/tasks.ts";
import { startMailServer } from "#tests/integration/server/mail/mail-server.ts";
import { addMember, contextFor, systemContext, testConfig } from "#tests/support/contexts.ts";
import { programUrl } from "#tests/support/database/postgres-server.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ask, serveWith } from "#tests/support/desk/desk-requests.ts";
import { askedFor, letHoursPass } from "#tests/support/desk/second-admin.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";
import { LOOPBACK_CERTIFICATE, LOOPBACK_KEY } from "#tests/support/service/loopback-certificate.ts";

const { database, url, pool } = await createTestDatabase();
const server = await startMailServer();
const config = testConfig({
	SMTP_URL: `smtp://127.0.0.1:${server.port}`,
	SMTP_FROM: "desk@cauri.example",
	BUSINESS_NAME: "Marché Cocody",
});
const clock = { now: () => new Date() };
const system = systemContext({ database, config, clock });
const workerPool = openPool(programUrl(url, "worker"));

/** Runs jobs as the worker does: from the queue, with the rights of its role. */
async function work(): Promise<JobRunner> {
	const worker = systemContext({ database: openDatabase(workerPool), config, clock });
	const tasks = watchingTasks(worker);
	return startJobRunner({ pool, log: createLog("silent", "test"), tasks, concurrency: 2 });
}
const queued = async () => {
	const { rows } = await pool.query<{ payload: unknown }>(
		`select payload from graphile_worker._private_jobs join graphile_worker._private_tasks t on t.id = task_id
		where t.identifier like 'mail_%'`,
	);
	return rows.map(({ payload }) => JSON.stringify(payload));
};
const untilSent = () => expect.poll(queued).toEqual([]);
const admin = async () => contextFor(system, await addMember(database, "admin"));
const person = (name: string, locale: "en" | "fr" = "fr") => ({
	...{ name, locale, role: "viewer" as const },
	email: `${name.toLowerCase()}@test.example`,
});

let runner: JobRunner | undefined;
beforeAll(() => expect(openMailer(config)).not.toBeNull());
beforeEach(async () => {
	await runner?.stop();
	runner = undefined;
	server.mails.length = 0;
});
afterAll(async () => {
	await runner?.stop();
	await workerPool.end();
	await server.stop();
});

describe("the mail of an invitation", () => {
	test("brings the link to whom it is for, in their language, and the queue never holds it in clear", async () => {
		const asker = await admin();
		const { link } = await inviteMember(asker, person("Fatou"));
		const token = link.split("#").at(-1) ?? "";
		expect(token).toHaveLength(43);
		const [payload = ""] = await queued();
		expect(payload).toContain("sealed");
		expect(payload).not.toContain(token);
		expect(payload).not.toContain(Buffer.from(token).toString("base64url"));
		runner = await work();
		await untilSent();
		expect(server.mails).toMatchObject([{ to: ["fatou@test.example"], from: "desk@cauri.example" }]);
		expect(server.mails[0]?.text).toContain(link);
		expect(server.mails[0]?.text).toContain("Bonjour Fatou");
		expect(server.mails[0]?.raw).toMatch(/^content-type: text\/plain; charset=utf-8/im);
		const [listed] = invitationsSchema.parse(await listInvitations(asker)).items;
		expect(listed?.mailedAt).not.toBeNull();
	});

	test("is not sent of a link that was made anew or revoked before; the newest alone goes out", async () => {
		const asker = await admin();
		const first = await inviteMember(asker, person("Moussa", "en"));
		const again = await reissueInvitation(asker, first.invitation);
		const revoked = await inviteMember(asker, person("Kadi"));
		await revokeInvitation(asker, revoked.invitation);
		runner = await work();
		await untilSent();
		expect(server.mails.map(({ to }) => to)).toEqual([["moussa@test.example"]]);
		expect(server.mails[0]?.text).toContain(again.link);
		expect(server.mails[0]?.text).toContain("Hello Moussa");
	});

	test("says of no link that was made anew meanwhile that it was mailed", async () => {
		const asker = await admin();
		const { invitation, link } = await inviteMember(asker, person("Binta"));
		const sealed = sealSecret(config, sealedFor(invitation.id), Buffer.from(link.split("#").at(-1) ?? ""));
		const slow = { send: async () => void (await reissueInvitation(asker, invitation)) };
		await mailInvitation(system, slow, { invitationId: invitation.id, sealed });
		const { items } = await listInvitations(asker);
		expect(items.find(({ id }) => id === invitation.id)?.mailedAt).toBeNull();
		await revokeInvitation(asker, invitation);
	});
});

test("the mail of a notice tells the owner of an account what somebody else did to it", async () => {
	const asker = await admin();
	const { link } = await inviteMember(asker, person("Salif", "en"));
	const browser = { userAgent: null, browserToken: null, previousSessionId: null };
	const token = link.split("#").at(-1) ?? "";
	const web = systemContext({ database, config, clock, program: "web" });
	const { member } = await acceptInvitation(web, { token, password: "kapok-lune-quatorze-barque", ...browser });
	await changeMember(asker, { id: member.id, change: { password: "granite-lune-quinze-canari" } });
	runner = await work();
	await untilSent();
	const own = server.mails.filter(({ to }) => to.includes("salif@test.example"));
	expect(own).toHaveLength(1);
	expect(own[0]?.text).toContain(`${asker.member.name} set a temporary password for you.`);
	expect(own[0]?.text).not.toMatch(/granite-lune|If this was not you/);
	expect(server.mails.some(({ to, text }) => to[0] === asker.member.email && text.includes("Salif"))).toBe(true);
});

test("a mail of any kind is tried for more than a day while its server is away", async () => {
	const [asker, removed] = [await admin(), await admin()];
	await inviteMember(asker, person("Oumou"));
	await changeMember(asker, { id: removed.member.id, change: { disabled: true } });
	const asked = await changePaymentExpiry(asker, { payoutMinutes: 3_000, depositMinutes: 60 });
	// The hours over which the queue repeats its tries.
	const { rows } = await pool.query<{ kind: string; hours: number }>(
		`select t.identifier as kind, min((select sum(exp(least(n, 10))) from generate_series(1, max_attempts - 1) as n)) / 3600 as hours
		from graphile_worker._private_jobs join graphile_worker._private_tasks t on t.id = task_id where t.identifier like 'mail_%' group by 1`,
	);
	expect(rows.map(({ kind }) => kind).sort()).toEqual(["mail_invitation", "mail_notice", "mail_objection"]);
	for (const { hours } of rows) expect(Number(hours)).toBeGreaterThan(24);
	await decideChange(asker, { id: askedFor(asked).id, decision: "withdraw" });
	runner = await work();
	await untilSent();
});

describe("the way to the mail server", () => {
	const mail = { to: "awa@test.example", subject: "x", text: "y" };
	const signedIn: string[] = [];
	const onAuth: NonNullable<Parameters<typeof startMailServer>[0]>["onAuth"] = (auth, _session, done) => {
		signedIn.push(`${auth.username}:${auth.password}`);
		done(null, { user: auth.username });
	};
	const mailerTo = (address: string) => openMailer(testConfig({ SMTP_URL: address, SMTP_FROM: "desk@cauri.example" }));

	test("signs in with the name and the password that the address holds", async () => {
		const plain = await startMailServer({ authOptional: false, allowInsecureAuth: true, onAuth });
		await mailerTo(`smtp://desk:p%40ss@127.0.0.1:${plain.port}`)?.send(mail);
		expect(signedIn).toEqual(["desk:p@ss"]);
		expect(plain.mails).toMatchObject([{ to: ["awa@test.example"] }]);
		await plain.stop();
	});

	test("says nothing to a server for which nobody vouches, the password least of all", async () => {
		signedIn.length = 0;
		const certificate = { cert: LOOPBACK_CERTIFICATE, key: LOOPBACK_KEY };
		const tls = await startMailServer({ secure: true, ...certificate, authOptional: false, onAuth });
		await expect(mailerTo(`smtps://desk:p%40ss@localhost:${tls.port}`)?.send(mail)).rejects.toThrow(/certificate/);
		expect([signedIn, tls.mails]).toEqual([[], []]);
		await tls.stop();
	});
});

describe("a former admin, when a change waits", () => {
	/** One admin demotes the other, and requests a change at once. */
	async function coup() {
		const [asker, removed] = [await admin(), await admin()];
		await database.updateTable("member").set({ locale: "en" }).where("id", "=", removed.member.id).execute();
		await changeMember(asker, { id: removed.member.id, change: { disabled: true } });
		const asked = await changePaymentExpiry(asker, { payoutMinutes: 2_000, depositMinutes: 60 });
		runner = await work();
		await untilSent();
		const mails = server.mails.filter(({ to }) => to.includes(removed.member.email));
		const mail = mails.find(({ text }) => text.includes("/objection#"));
		const [, token = ""] = /\/objection#(\S+)/.exec(mail?.text ?? "") ?? [];
		return { asker, removed, id: askedFor(asked).id, mail, token };
	}
	const stop = (token: string) =>
		ask(STOP, "/api/objection", { method: "POST", body: { token } }).then(({ status }) => status);
	const open = async (token: string) =>
		(await ask(OPEN, "/api/objection/opening", { method: "POST", body: { token } })).json();

	test("is told of it with a link that stops it once, without a session", async () => {
		const { asker, removed, id, mail, token } = await coup();
		expect(mail?.text).toContain(`A change at Marché Cocody was requested by ${asker.member.name}: Payment expiry.`);
		serveWith(system);
		expect(await open(token)).toMatchObject({ change: { id, askedBy: { id: asker.member.id }, state: "waiting" } });
		const other = askedFor(await changeBatchFailures(asker, { failurePercent: 50 }));
		expect(await stop(token)).toBe(204);
		// The other change still waits, because it has a link of its own.
		expect(await decideChange(asker, { id: other.id, decision: "withdraw" })).toMatchObject({ state: "withdrawn" });
		const row = await database.selectFrom("change_request").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
		expect(row).toMatchObject({ state: "refused", decided_by: removed.member.id });
		const refused = await auditEntries(database, { action: "change.refused", subject_id: id });
		expect(refused).toMatchObject([{ member_id: removed.member.id }]);
		expect(await stop(token)).toBe(404);
		expect(await open(token)).toEqual({ change: null });
	});

	test("reads a number that would be unblocked as the audit log has it, in the mail and behind the link", async () => {
		const { asker, removed, id } = await coup();
		await decideChange(asker, { id, decision: "withdraw" });
		const number = "+2250707123456";
		await blockNumber(asker, { number, reason: "Reported as stolen" });
		await unblockNumber(asker, { number });
		const maker = await addMember(database, "maker");
		const raised = askedFor(await changeMember(asker, { id: maker.id, change: { role: "approver" } }));
		await untilSent();
		await decideChange(asker, { id: raised.id, decision: "withdraw" });
		const mails = server.mails.filter(({ to }) => to.includes(removed.member.email));
		expect(mails.some(({ text }) => text.includes(`: ${maker.name} · Role: Maker → Approver.`))).toBe(true);
		const mail = mails.find(({ text }) => text.includes(maskNumber(number)));
		const [, token = ""] = /\/objection#(\S+)/.exec(mail?.text ?? "") ?? [];
		serveWith(system);
		const opened = await open(token);
		expect(opened).toMatchObject({ change: { kind: "number_unblocked", subject: maskNumber(number) } });
		expect(JSON.stringify([mails, opened])).not.toContain(number.slice(1));
		expect(await stop(token)).toBe(204);
	});

	test("gets a link for this change alone, which nobody can make or change", async () => {
		const { token } = await coup();
		serveWith(system);
		const [version, iv, tag, text = ""] = token.split(".");
		const forged = [version, iv, tag, `${text.startsWith("A") ? "B" : "A"}${text.slice(1)}`].join(".");
		for (const wrong of ["", "no-link", forged]) {
			expect(await open(wrong)).toEqual({ change: null });
			expect(await stop(wrong)).toBe(404);
		}
		const other = await database.selectFrom("change_request").select("id").where("state", "=", "waiting").execute();
		expect(other).toHaveLength(1);
		await letHoursPass(database, 49);
		expect(await open(token)).toEqual({ change: null });
		expect(await stop(token)).toBe(404);
	});
});
