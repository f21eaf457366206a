/** A form of a body with one level of fields: files as they are, everything that is not a text as JSON. */
export function formDataOf(body: object) {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined || value === null) continue
    form.append(name, value instanceof Blob || typeof value === 'string' ? value : JSON.stringify(value))
  }
  return form
}
