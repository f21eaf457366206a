import i18n from 'i18next'

const isChinese = () => i18n.language?.startsWith('zh')

/** Words side by side, without 'and': 'A, B, C', in Chinese 'A、B、C'. Intl has no such list for every language. */
export const listed = (words: readonly string[]) => words.join(isChinese() ? '、' : ', ')

/** Words as a part of a sentence: 'A, B and C'. */
export const enumerated = (words: readonly string[]) => new Intl.ListFormat(i18n.language).format(words)

/** A name and its value: 'Shipment: edited'. */
export const named = (name: string, value: string) => i18n.t('wording.named', { name, value })

/** Whole sentences, one after another, in Chinese without a space between them; empty ones are left out. */
export const sentences = (texts: readonly (string | false | null | undefined)[]) =>
  texts.filter(Boolean).join(isChinese() ? '' : ' ')
