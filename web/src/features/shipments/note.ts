/** Code of the event that is an internal note. */
export const NOTE = 'NOTE'

/** Code of the event that only a confirmation records. */
export const CONFIRMED = 'CONFIRMED'
