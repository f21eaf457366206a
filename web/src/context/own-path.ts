/** A path of ours, never another site: what may be gone to after signing in. */
export const ownPath = (to: unknown) => (typeof to === 'string' && /^\/(?![/\\])/.test(to) ? to : undefined)

/** A page before the sign-in, with where to go after it. */
export const towards = (page: string, to: string | undefined) =>
  to ? `${page}?to=${encodeURIComponent(to)}` : page
