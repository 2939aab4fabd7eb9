/** The demo's four members. Their password is public: a database with them is marked and never serves production. */
import type { Kysely } from "kysely";
import type { Role } from "#lib/roles.ts";
import { DEMO_PASSWORD } from "#server/access/password/demo-password.ts";
import { createAsOwner } from "#server/cli/member/create-as-owner.ts";
import type { Database } from "#server/store/database.ts";
import type { Tables } from "#server/store/tables/tables.ts";

export interface DemoMember {
	name: string;
	email: string;
	role: Role;
}

export const DEMO_MEMBERS: readonly DemoMember[] = [
	{ name: "Fatou Ndiaye", email: "fatou@cauri.example", role: "viewer" },
	{ name: "Ibrahim Diallo", email: "ibrahim@cauri.example", role: "maker" },
	{ name: "Awa Koné", email: "awa@cauri.example", role: "approver" },
	{ name: "Mariam Traoré", email: "mariam@cauri.example", role: "admin" },
];

export type DemoPeople = Record<Role, string>;

export async function addDemoMembers(database: Database, joinedAt: Date): Promise<DemoPeople> {
	for (const { email, name, role } of DEMO_MEMBERS) {
		if (await findId(database, email)) continue;
		const clock = { now: () => joinedAt };
		await createAsOwner(database, clock, { email, name, role, password: DEMO_PASSWORD }, { isDemo: true });
	}
	const ids = await Promise.all(DEMO_MEMBERS.map(({ email }) => findId(database, email)));
	return Object.fromEntries(DEMO_MEMBERS.map(({ role }, index) => [role, ids[index] ?? ""])) as DemoPeople;
}

async function findId(database: Kysely<Tables>, email: string): Promise<string | undefined> {
	return (await database.selectFrom("member").select("id").where("email", "=", email).executeTakeFirst())?.id;
}
