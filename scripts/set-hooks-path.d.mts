/** Sets `core.hooksPath` of the checkout at `root`, unless somebody has set it or has hooks there already. */
export function setHooksPath(root: string): void;
