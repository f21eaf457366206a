import i18n from 'i18next'

/** Words side by side, without 'and': 'A, B, C', in Chinese 'A、B、C'. Intl has no such list for every language. */
export const listed = (words: readonly string[]) => words.join(i18n.language?.startsWith('zh') ? '、' : ', ')

/** Words as a part of a sentence: 'A, B and C'. */
export const enumerated = (words: readonly string[]) => new Intl.ListFormat(i18n.language).format(words)

/** What something is called and what it is: 'Shipment: edited'. */
export const named = (name: string, value: string) => i18n.t('wording.named', { name, value })

/** Whole sentences, one after another; those that are empty are left out. */
export const sentences = (texts: readonly (string | false | null | undefined)[]) =>
  texts
    .filter((text) => typeof text === 'string' && text !== '')
    .reduce<string>(
      (first, second) => (first ? i18n.t('wording.next', { first, second }) : String(second)),
      '',
    )
