import { redirect } from "next/navigation";

/** Settings begin with what changes most. */
export default function SettingsPage() {
	redirect("/settings/members");
}
