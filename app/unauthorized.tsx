import NotFound from "#app/not-found.tsx";

/** Never rendered (see app/not-found.tsx): it only replaces the larger file that Next would add to every page. */
export default function Unauthorized() {
	return <NotFound />;
}
