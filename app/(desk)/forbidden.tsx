import { WayHome } from "#components/shell/way-home.tsx";

export default function Forbidden() {
	return <WayHome page="forbidden" />;
}
