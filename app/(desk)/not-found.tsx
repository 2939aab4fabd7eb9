import { WayHome } from "#components/shell/way-home.tsx";

export default function DeskNotFound() {
	return <WayHome page="notFound" />;
}
