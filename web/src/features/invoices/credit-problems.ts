/**
 * The problems of a credit note by the field of its form: the server names amounts by their place in the list that was sent.
 * A problem without a field is `elsewhere`.
 */
export function placeProblems(texts: Record<string, string>, items: { seq: number }[]) {
  const atFields: Record<string, string> = {}
  let elsewhere: string | undefined
  for (const [path, text] of Object.entries(texts)) {
    const [, at, part] = /^items\.(\d+)\.(service|tax)_amount$/.exec(path) ?? []
    const seq = items[Number(at)]?.seq
    if (part && seq !== undefined) atFields[`${part}-${seq}`] = text
    else if (path === 'reason') atFields.reason = text
    else elsewhere ??= text
  }
  return { atFields, elsewhere }
}
