/** A path of ours, never another site: what may be gone to after signing in. */
export const ownPath = (to: unknown) => (typeof to === 'string' && /^\/(?![/\\])/.test(to) ? to : undefined)
