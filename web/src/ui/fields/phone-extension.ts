/** Before the digits that a switchboard asks for, as the API has them: '+12125550100;ext=42'. */
const EXTENSION = ';ext='

/** A number and its extension, as people and the API write it. The extension has no digits yet while it is typed. */
const WITH_EXTENSION =
  /^(.*\d)[\s()]*[,;./-]?[\s(]*(?:ext|extn|extension|extensión|extensao|extensão|x|#|ramal|anexo|int|interno|分机|转)[\s.:=]*(\d{0,7})[\s)]*$/i

/** The number to dial, and the extension; null without one. */
export function splitExtension(text: string) {
  const [, number, extension] = WITH_EXTENSION.exec(text) ?? []
  if (number === undefined) return { number: text, extension: null }
  return { number, extension: extension ?? '' }
}

/** As the API takes it. */
export const withExtension = (number: string, extension: string | null) =>
  number && extension ? `${number}${EXTENSION}${extension}` : number

/** As people read it. */
export const showExtension = (shown: string, extension: string | null) =>
  extension ? `${shown} ext. ${extension}` : shown
