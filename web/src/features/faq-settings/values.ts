import type { FaqGroup, FaqGroupInput, FaqQuestion, FaqQuestionInput } from '@/api/schema'

type Texts = { pt: string; en: string; es: string; zh: string }

export type GroupValues = { code: string; title_locale: Texts; position: number | null; version?: number }

export type QuestionValues = {
  faq_group_id: string | null
  position: number | null
  question_locale: Texts
  answer_locale: Texts
  version?: number
}

const BLANK: Texts = { pt: '', en: '', es: '', zh: '' }

export const EMPTY_GROUP: GroupValues = { code: '', title_locale: BLANK, position: 0 }

export const emptyQuestion = (groupId: string | undefined): QuestionValues => ({
  faq_group_id: groupId ?? null,
  position: 0,
  question_locale: BLANK,
  answer_locale: BLANK,
})

export const groupValues = ({ code, title_locale, position, version }: FaqGroup): GroupValues => ({
  code,
  title_locale: { ...BLANK, ...title_locale },
  position,
  version,
})

export const groupInput = ({ version: _, position, ...values }: GroupValues): FaqGroupInput => ({
  ...values,
  position: position ?? 0,
})

export const questionValues = (record: FaqQuestion): QuestionValues => ({
  faq_group_id: record.faq_group_id,
  position: record.position,
  question_locale: { ...BLANK, ...record.question_locale },
  answer_locale: { ...BLANK, ...record.answer_locale },
  version: record.version,
})

export const questionInput = ({
  version: _,
  faq_group_id,
  position,
  ...texts
}: QuestionValues): FaqQuestionInput => ({
  ...texts,
  faq_group_id: faq_group_id ?? '',
  position: position ?? 0,
})
