/** Safari alone knows whether its page was opened from the home screen. */
type AppleNavigator = Navigator & { standalone?: boolean }

/**
 * Whether this phone may throw away what it keeps: an iPhone or iPad does so after seven days without a visit, unless the page
 * stands on its home screen.
 */
export function mayForget({ userAgent, maxTouchPoints, standalone }: AppleNavigator = navigator) {
  // An iPad names itself a Mac, which has no touch.
  const isTablet = userAgent.includes('Macintosh') && maxTouchPoints > 1
  return (isTablet || /iPhone|iPad|iPod/.test(userAgent)) && !standalone
}
