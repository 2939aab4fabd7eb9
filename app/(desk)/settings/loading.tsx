import { SettingsSkeleton } from "#components/settings/settings-skeleton.tsx";

export default function Loading() {
	return <SettingsSkeleton />;
}
