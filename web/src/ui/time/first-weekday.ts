type LocaleWithWeek = {
  getWeekInfo?(): { firstDay: number }
  weekInfo?: { firstDay: number }
}

/** Monday where a browser does not know. */
const MONDAY = 1

/** The day on which weeks begin in a locale: 0 is Sunday, 6 is Saturday. */
export function firstWeekday(locale: string) {
  const known = new Intl.Locale(locale) as unknown as LocaleWithWeek
  const week = known.getWeekInfo?.() ?? known.weekInfo
  // Intl counts Sunday as 7.
  return (week?.firstDay ?? MONDAY) % 7
}
