const two = (number: number) => String(number).padStart(2, '0')

type Timed = { outcome: string | null; to_time: string | null }

/** Whether the window of an open stop is over. The phone is where the stop is, so its own clock and zone count. */
export function isLate({ outcome, to_time }: Timed, day: string, now = new Date()) {
  if (outcome !== null || !to_time) return false
  const today = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  const time = `${two(now.getHours())}:${two(now.getMinutes())}`
  return today > day || (today === day && time > to_time)
}

/** The day of a pickup on a run of another day: its window alone would send the driver there too early. */
export const otherDayOf = ({ on_date }: { on_date: string }, day: string) =>
  on_date === day ? undefined : on_date
