/** A place as maps copy it: two numbers of degrees in one text. */
export const writePlace = (latitude: number | null, longitude: number | null) =>
  latitude === null || longitude === null ? null : `${latitude}, ${longitude}`

const PLACE = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/

/** The degrees of such a text; both null for none. */
export function readPlace(text: string | null) {
  const [, latitude, longitude] = PLACE.exec(text ?? '') ?? []
  return latitude && longitude
    ? { latitude: Number(latitude), longitude: Number(longitude) }
    : { latitude: null, longitude: null }
}

/** Whether a text is a place, or empty. */
export const isPlace = (text: string | null) => !text?.trim() || readPlace(text).latitude !== null
