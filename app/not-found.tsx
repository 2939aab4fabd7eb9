"use client";
/**
 * Never rendered, because `(public)/[...nowhere]` takes every unknown address. Without this file, Next would write its own
 * error pages into every page.
 */
export default function NotFound() {
	return (
		<main>
			<h1>Cauri</h1>
			<p>There is nothing here.</p>
			<p lang="fr">Il n’y a rien ici.</p>
		</main>
	);
}
