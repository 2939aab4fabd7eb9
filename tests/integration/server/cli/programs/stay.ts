/** Lives until it is told to end. */
setInterval(() => undefined, 60_000);
