/** Code of the event that is an internal note. */
export const NOTE = 'NOTE'
